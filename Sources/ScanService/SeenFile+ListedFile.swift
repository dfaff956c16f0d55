internal import ScanHistory
internal import ScreenshotLibrary
internal import SystemPackage

// The history and the library each have a value for what stat(2) tells of a file, because parts do not know each other.
extension SeenFile {
  /// A file of a listing in the terms of the history.
  init(_ file: ListedFile) {
    self.init(path: file.path, file.identity)
  }

  init(path: FilePath, _ identity: ScreenshotLibrary.FileIdentity) {
    self.init(
      path: path,
      identity: ScanHistory.FileIdentity(
        device: identity.device, inode: identity.inode, size: identity.size,
        modified: identity.modifiedNanoseconds, changed: identity.changedNanoseconds))
  }
}
