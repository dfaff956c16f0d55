package import LinuxSystem
package import ScanModel
package import SystemPackage

/// What is in a folder now. Hints of a watcher can be lost; together with the history, this is the truth.
package enum ScreenshotListing {
  /// Lists the files directly in `folder` that may be screenshots.
  ///
  /// Only regular files with a name for which `ScreenshotName.isCandidate` holds. Symbolic links, FIFOs, devices,
  /// sockets and directories are never listed, whatever they are called; nor is what vanishes meanwhile.
  /// - Parameters:
  ///   - folder: May itself be a symbolic link to a folder.
  ///   - includingHidden: Whether names that start with a dot count.
  /// - Returns: The files, in no order.
  /// - Throws: `SystemError` with ENOENT, ENOTDIR or EACCES of the folder.
  package static func files(
    in folder: FilePath, includingHidden: Bool = false
  ) throws(SystemError) -> [SeenFile] {
    var listing = try DirectoryListing(OwnedDescriptor.openDirectory(folder))
    var files: [SeenFile] = []
    while let entry = try listing.next(matching: { name in
      ScreenshotName.isCandidate(name) && (includingHidden || !ScreenshotName.isHidden(name))
    }) {
      guard entry.kind == .regular || entry.kind == nil,
        let status = try? listing.status(ofEntry: entry.name), status.kind == .regular,
        let path = folder.appending(name: entry.name)
      else { continue }
      files.append(SeenFile(path: path, identity: FileIdentity(status)))
    }
    return files
  }

  /// One file as a listing would show it; nil if it is gone or not a regular file.
  package static func file(at path: FilePath) -> SeenFile? {
    guard let status = try? FileStatus(of: path, followingSymlinks: false), status.kind == .regular else { return nil }
    return SeenFile(path: path, identity: FileIdentity(status))
  }
}
