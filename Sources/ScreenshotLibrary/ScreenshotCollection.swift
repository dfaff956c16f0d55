internal import LinuxSystem
internal import ScanModel
package import SystemPackage

/// A PNG file in one of the folders for screenshots, as a look at the folder found it.
package struct ListedScreenshot: Sendable, Hashable {
  package var path: FilePath
  /// In bytes.
  package var size: Int64
  /// The earlier of birth and last modification, in nanoseconds since 1970: a copy has a late birth, an edited picture a
  /// late modification.
  package var createdNanoseconds: Int64
  /// Its folder is for screenshots alone; otherwise its name or its content must tell.
  var isInDedicatedFolder: Bool
}

/// What all folders for screenshots hold now, and whether it can be fetched. Made by calls that block.
package struct ScreenshotCollection: Sendable {
  package struct Folder: Sendable, Hashable {
    package var path: FilePath
    package var access: FolderAccess
  }

  /// In order of preference.
  package let folders: [Folder]
  /// Newest first.
  package let files: [ListedScreenshot]

  /// Files whose content is looked at to find out whether they are screenshots: a folder of photographs must not cost
  /// more than some milliseconds.
  private static let maximumLooks = 64
  /// Texts about a picture stand before its data.
  private static let headerBytes = 64 * 1024

  /// Looks into the folders.
  package init(_ choices: [ScreenshotFolders.Choice]) {
    var folders: [Folder] = []
    var files: [ListedScreenshot] = []
    for choice in choices {
      do throws(SystemError) {
        let listing = try ScreenshotListing.statuses(in: choice.folder, includingDated: true)
        folders.append(
          Folder(
            path: choice.folder,
            access: FolderAccess.check(choice.folder, listed: listing.map { KnownFile(path: $0, status: $1) })))
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

  /// The access to all folders together: those that are not there do not count beside others.
  package var access: FolderAccess {
    let present = folders.map(\.access).filter { $0 != .notDetermined }
    if present.isEmpty { return .notDetermined }
    if present.allSatisfy({ $0 == .denied }) { return .denied }
    return present.allSatisfy { $0 == .authorized } ? .authorized : .limited
  }

  /// Finds the newest file that is a screenshot.
  /// - Parameter isScreenshot: Tells by the first bytes of a file, at most 64 KiB, whether it is one; asked only where
  ///   neither name nor folder tells.
  /// - Returns: The file; nil if there is none.
  package func newest(isScreenshot: (RawSpan) -> Bool) -> ListedScreenshot? {
    var looks = 0
    return files.first { file in
      if file.isInDedicatedFolder || file.path.isNamedAsScreenshot { return true }
      guard looks < Self.maximumLooks else { return false }
      looks += 1
      guard let opened = try? OwnedDescriptor.openFile(file.path, followingSymlinks: false),
        (try? FileStatus(ofDescriptor: opened.raw))?.kind == .regular
      else { return false }
      var buffer = [UInt8](repeating: 0, count: Self.headerBytes)
      let count = (try? OwnedDescriptor.read(from: opened.raw, into: &buffer, atMost: buffer.count)) ?? 0
      return unsafe isScreenshot(buffer.span.extracting(first: count).bytes)
    }
  }
}

extension FilePath {
  /// Whether the last component is a name that screenshots have.
  fileprivate var isNamedAsScreenshot: Bool {
    lastComponent.map { ScreenshotNamePatterns.isOfScreenshot(FilePath(root: nil, CollectionOfOne($0)).bytes) } ?? false
  }
}
