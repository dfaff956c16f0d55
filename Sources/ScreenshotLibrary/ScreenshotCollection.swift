internal import LinuxSystem
package import ScanModel
package import SystemPackage

package struct ListedScreenshot: Sendable, Hashable {
  package var path: FilePath
  /// In bytes.
  package var size: Int64
  /// The earlier of birth, late for a copy, and last modification, late when edited, in nanoseconds since 1970.
  package var createdNanoseconds: Int64
  /// Whether its folder is for screenshots alone. Otherwise its name or content must tell.
  var isInDedicatedFolder: Bool
}

/// What the screenshots folders contain now, and whether it can be read. Created by blocking calls.
package struct ScreenshotCollection: Sendable {
  package struct Folder: Sendable, Hashable {
    package var path: FilePath
    package var access: FolderAccess
  }

  package let folders: [Folder]
  /// Newest first.
  package let files: [ListedScreenshot]

  /// How many files are opened to find out whether they are screenshots, so that photographs cost a few milliseconds.
  private static let maximumLooks = 64

  package init(_ choices: [ScreenshotFolders.Choice]) {
    var folders: [Folder] = []
    var files: [ListedScreenshot] = []
    for choice in choices {
      do throws(SystemError) {
        let listing = try ScreenshotListing.statuses(in: choice.folder, includingDated: true)
        folders.append(Folder(path: choice.folder, access: FolderAccess.check(choice.folder, listed: listing)))
        files += listing.map { path, status in
          ListedScreenshot(
            path: path, size: status.size, createdNanoseconds: status.createdNanoseconds,
            isInDedicatedFolder: choice.isDedicated)
        }
      } catch {
        folders.append(Folder(path: choice.folder, access: FolderAccess(error)))
      }
    }
    self.folders = folders
    self.files = files.sorted { $0.createdNanoseconds > $1.createdNanoseconds }
  }

  /// The access to all folders together. Missing folders count only if all are missing.
  package var access: FolderAccess {
    let present = folders.map(\.access).filter { $0 != .notDetermined }
    if present.isEmpty { return .notDetermined }
    if present.allSatisfy({ $0 == .denied }) { return .denied }
    return present.allSatisfy { $0 == .authorized } ? .authorized : .limited
  }

  /// The newest screenshot. If neither name nor folder tells, `isScreenshot` decides by the first 64 KiB.
  package func newest(isScreenshot: (RawSpan) -> Bool) -> ListedScreenshot? {
    var looks = 0
    return files.first { file in
      if file.isInDedicatedFolder || ScreenshotNamePatterns.isOfScreenshot(file.path) { return true }
      guard looks < Self.maximumLooks else { return false }
      looks += 1
      // Text chunks stand before the image data.
      guard let header = file.path.beginning(followingSymlinks: false) else { return false }
      return unsafe isScreenshot(header.span.bytes)
    }
  }
}
