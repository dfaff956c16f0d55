package import LinuxSystem
package import ScanModel
package import SystemPackage

/// Lists what is in a folder now. Watcher events can be lost; this listing and the history cannot.
package enum ScreenshotListing {
  /// Lists the regular files in a folder, or behind a link to one, whose names pass `ScreenshotName.isCandidate`; on
  /// request also those that begin with a dot, and those in dated sub-folders (`DatedFolder`). What vanishes during the
  /// listing is left out.
  /// - Throws: `SystemError` with ENOENT, ENOTDIR or EACCES for the folder.
  package static func files(
    in folder: FilePath, includingHidden: Bool = false, includingDated: Bool = false
  ) throws(SystemError) -> [KnownFile] {
    try statuses(in: folder, includingHidden: includingHidden, includingDated: includingDated).map {
      KnownFile(path: $0, status: $1)
    }
  }

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

  /// One file as a listing would return it; nil if it is gone or not a regular file.
  package static func file(at path: FilePath) -> KnownFile? {
    guard let status = try? FileStatus(of: path, followingSymlinks: false), status.kind == .regular else { return nil }
    return KnownFile(path: path, status: status)
  }
}

extension KnownFile {
  init(path: FilePath, status: FileStatus) { self.init(path: path, identity: FileIdentity(status)) }
}

extension FileStatus {
  var createdNanoseconds: Int64 { min(modifiedNanoseconds, bornNanoseconds ?? .max) }
}

extension FileIdentity {
  package init(_ status: FileStatus) {
    self.init(
      device: status.device, inode: status.inode, size: status.size,
      modifiedNanoseconds: status.modifiedNanoseconds, changedNanoseconds: status.changedNanoseconds)
  }
}

/// Which of several files that appeared together is scanned first, judged by name and size without opening them.
package enum ScanPriority {
  /// Sizes in bytes of most screenshots with text: a line of text takes a thousand, a full 4K screen up to eight
  /// million. Larger files are mostly photographs, which take long to read and seldom hold a message.
  private static let usualSizes: ClosedRange<Int64> = 1_000...8_000_000

  /// - Returns: 0 for a file with the name and the size of a screenshot, 1 for one with either, 2 for all others.
  package static func rank(_ file: KnownFile) -> Int {
    (ScreenshotNamePatterns.isOfScreenshot(file.path) ? 0 : 1) + (usualSizes.contains(file.identity.size) ? 0 : 1)
  }
}
