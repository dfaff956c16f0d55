internal import LinuxSystem
internal import ScanModel
package import SystemPackage

/// Whether screenshots can be fetched from a folder, found out by trying as the effective user.
package enum FolderAccess: Sendable, Hashable, CaseIterable {
  /// The folder can be listed, and its newest screenshots can be read.
  case authorized
  /// The folder can be listed, but some of its newest screenshots cannot be read.
  case limited
  /// The folder, or one on the way to it, may not be looked into.
  case denied
  /// There is no such folder yet.
  case notDetermined

  /// Tries the folder and its newest screenshots.
  /// - Parameters:
  ///   - folder: Raw bytes.
  ///   - sampleSize: How many screenshots are opened at most; all of them would take seconds in a large folder.
  /// - Returns: What the effective user may do now.
  package static func check(_ folder: FilePath, sampleSize: Int = 32) -> FolderAccess {
    do {
      return check(folder, listed: try ScreenshotListing.files(in: folder), sampleSize: sampleSize)
    } catch {
      return FolderAccess(error)
    }
  }

  /// The same for a folder that was just listed.
  static func check(_ folder: FilePath, listed files: [KnownFile], sampleSize: Int = 32) -> FolderAccess {
    // Listing needs the right to read, opening what is in it the right to search (path_resolution(7)).
    guard folder.isReadableDirectory else { return .denied }
    let newest = files.sorted { $0.identity.modifiedNanoseconds > $1.identity.modifiedNanoseconds }
    return newest.prefix(sampleSize).allSatisfy { isReadable($0.path) } ? .authorized : .limited
  }

  /// Why a folder could not be listed.
  init(_ error: SystemError) {
    switch Errno(rawValue: error.errno) {
    case .permissionDenied, .notPermitted: self = .denied
    default: self = .notDetermined
    }
  }

  /// Opens the file and closes it again. One that has vanished is no sign of missing rights.
  private static func isReadable(_ path: FilePath) -> Bool {
    do {
      _ = try OwnedDescriptor.openFile(path, followingSymlinks: false)
      return true
    } catch {
      return ![.permissionDenied, .notPermitted].contains(Errno(rawValue: error.errno))
    }
  }
}
