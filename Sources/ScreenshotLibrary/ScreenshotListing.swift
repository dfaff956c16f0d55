package import LinuxSystem
package import ScanModel
package import SystemPackage

/// What is in a folder now. Hints of a watcher can be lost; together with the history, this is the truth.
package enum ScreenshotListing {
  /// Lists the files directly in `folder`, and in its dated sub-folders if they are asked for, that may be screenshots.
  ///
  /// Only regular files with a name for which `ScreenshotName.isCandidate` holds. Symbolic links, FIFOs, devices,
  /// sockets and directories are never listed, whatever they are called; nor is what vanishes meanwhile.
  /// - Parameters:
  ///   - folder: May itself be a symbolic link to a folder.
  ///   - includingHidden: Whether names that start with a dot count.
  ///   - includingDated: Whether sub-folders count whose name is a date (`DatedFolder`); one that cannot be read is left
  ///     out.
  /// - Returns: The files, in no order.
  /// - Throws: `SystemError` with ENOENT, ENOTDIR or EACCES of the folder.
  package static func files(
    in folder: FilePath, includingHidden: Bool = false, includingDated: Bool = false
  ) throws(SystemError) -> [KnownFile] {
    try statuses(in: folder, includingHidden: includingHidden, includingDated: includingDated).map {
      KnownFile(path: $0, status: $1)
    }
  }

  /// The same, with all that is known of each file.
  static func statuses(
    in folder: FilePath, includingHidden: Bool = false, includingDated: Bool = false
  ) throws(SystemError) -> [(path: FilePath, status: FileStatus)] {
    let depth = includingDated ? 0 : DatedFolder.maximumDepth
    return try statuses(
      in: folder, OwnedDescriptor.openDirectory(folder), includingHidden: includingHidden, depth: depth)
  }

  private static func statuses(
    in folder: FilePath, _ directory: consuming OwnedDescriptor, includingHidden: Bool, depth: Int
  ) throws(SystemError) -> [(path: FilePath, status: FileStatus)] {
    var listing = try DirectoryListing(directory)
    var files: [(path: FilePath, status: FileStatus)] = []
    while let entry = try listing.next(matching: { name in
      ScreenshotName.isCandidate(name) && (includingHidden || !ScreenshotName.isHidden(name))
        || DatedFolder.isName(name, depth: depth)
    }) {
      guard entry.kind != .symbolicLink, entry.kind != .special, let path = folder.appending(name: entry.name),
        let status = try? listing.status(ofEntry: entry.name)
      else { continue }
      if DatedFolder.isName(entry.name, depth: depth) {
        guard status.kind == .directory,
          let inner = try? OwnedDescriptor.openDirectory(path, followingSymlinks: false),
          let found = try? statuses(in: path, inner, includingHidden: includingHidden, depth: depth + 1)
        else { continue }
        files += found
      } else if status.kind == .regular {
        files.append((path, status))
      }
    }
    return files
  }

  /// One file as a listing would show it; nil if it is gone or not a regular file.
  package static func file(at path: FilePath) -> KnownFile? {
    guard let status = try? FileStatus(of: path, followingSymlinks: false), status.kind == .regular else { return nil }
    return KnownFile(path: path, identity: FileIdentity(status))
  }
}

extension KnownFile {
  init(path: FilePath, status: FileStatus) { self.init(path: path, identity: FileIdentity(status)) }
}

extension FileStatus {
  /// The earlier of birth and last modification.
  var createdNanoseconds: Int64 { min(modifiedNanoseconds, bornNanoseconds ?? .max) }
}
