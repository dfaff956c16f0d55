package import LinuxSystem
package import SystemPackage

/// A screenshot as a listing of its folder sees it.
package struct ListedFile: Sendable, Hashable {
  package var path: FilePath
  package var identity: FileIdentity

  package init(path: FilePath, identity: FileIdentity) {
    self.path = path
    self.identity = identity
  }
}

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
  ) throws(SystemError) -> [ListedFile] {
    var listing = try DirectoryListing(OwnedDescriptor.openDirectory(folder))
    var files: [ListedFile] = []
    while let entry = try listing.next(matching: { name in
      ScreenshotName.isCandidate(name) && (includingHidden || !ScreenshotName.isHidden(name))
    }) {
      guard entry.kind == .regular || entry.kind == nil,
        let status = try? listing.status(ofEntry: entry.name), status.kind == .regular,
        let path = folder.appending(name: entry.name)
      else { continue }
      files.append(ListedFile(path: path, identity: FileIdentity(status)))
    }
    return files
  }

  /// One file as a listing would show it; nil if it is gone or not a regular file.
  package static func file(at path: FilePath) -> ListedFile? {
    guard let status = try? FileStatus(of: path, followingSymlinks: false), status.kind == .regular else { return nil }
    return ListedFile(path: path, identity: FileIdentity(status))
  }
}
