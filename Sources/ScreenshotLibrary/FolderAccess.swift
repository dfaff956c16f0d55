internal import LinuxSystem
package import ScanModel
package import SystemPackage

extension FolderAccess {
  /// Tries the folder and its newest screenshots; opening all would take seconds in a large folder.
  package static func check(_ folder: FilePath, sampleSize: Int = 32) -> FolderAccess {
    do {
      return check(folder, listed: try ScreenshotListing.statuses(in: folder), sampleSize: sampleSize)
    } catch {
      return FolderAccess(error)
    }
  }

  static func check(
    _ folder: FilePath, listed files: [(path: FilePath, status: FileStatus)], sampleSize: Int = 32
  ) -> FolderAccess {
    // Listing needs read permission, opening a file in the folder search permission (path_resolution(7)).
    guard folder.isReadableDirectory else { return .denied }
    let newest = files.sorted { $0.status.modifiedNanoseconds > $1.status.modifiedNanoseconds }
    return newest.prefix(sampleSize).allSatisfy { isReadable($0.path) } ? .authorized : .limited
  }

  init(_ error: SystemError) {
    switch Errno(rawValue: error.errno) {
    case .permissionDenied, .notPermitted: self = .denied
    default: self = .notDetermined
    }
  }

  /// Whether the file can be opened. A file that has vanished counts as readable.
  private static func isReadable(_ path: FilePath) -> Bool {
    do {
      _ = try OwnedDescriptor.openFile(path, followingSymlinks: false)
      return true
    } catch {
      return ![.permissionDenied, .notPermitted].contains(Errno(rawValue: error.errno))
    }
  }
}
