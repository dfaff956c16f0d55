internal import Glibc
package import SystemPackage

/// The file that a process runs, also after an update has put another one in its place.
package struct ProgramFile: Sendable, Hashable {
  package let path: FilePath
  /// Of a file that stays as long as something runs it, so that no other can get the same number.
  private let identity: AtomicFile.Inode

  /// Of this process, as it was when this was first asked for; nil where /proc is not mounted.
  package static let ofThisProcess: ProgramFile? = {
    let link: FilePath = "/proc/self/exe"
    guard let path = try? link.symbolicLinkTarget(), let status = try? FileStatus(of: link, followingSymlinks: true)
    else { return nil }
    return ProgramFile(path, status)
  }()

  /// - Throws: `SystemError` with ENOENT and others.
  package init(of path: FilePath) throws(SystemError) {
    self.init(path, try FileStatus(of: path, followingSymlinks: true))
  }

  private init(_ path: FilePath, _ status: FileStatus) { (self.path, identity) = (path, status.identity) }

  /// Whether another file, or none, now stands at its path.
  package var isReplaced: Bool { (try? ProgramFile(of: path)) != self }

  /// Device, inode and path; nil for paths that do not fit into a line.
  package var line: String? {
    let path = path.string
    guard path.utf8.allSatisfy({ $0 >= 0x20 }), FilePath(path) == self.path else { return nil }
    return "\(identity.device) \(identity.number) \(path)"
  }

  /// What `line` says; nil for anything else.
  package init?(line: some StringProtocol) {
    let fields = line.split(separator: " ", maxSplits: 2)
    guard fields.count == 3, let device = UInt64(fields[0]), let number = UInt64(fields[1]), fields[2].hasPrefix("/")
    else { return nil }
    (path, identity) = (FilePath(String(fields[2])), AtomicFile.Inode(device: device, number: number))
  }
}

extension ProgramFile {
  /// Looks for a program as a shell does, in the folders of `path`, the value of `PATH`; nil if none has it. Relative
  /// folders are skipped: their meaning depends on the working directory.
  package static func find(_ name: String, in path: String) -> FilePath? {
    for folder in path.split(separator: ":") where folder.hasPrefix("/") {
      let candidate = FilePath(String(folder)).appending(name)
      guard candidate.fileKind == .regular else { continue }
      if unsafe candidate.withPlatformString({ unsafe access($0, X_OK) }) == 0 { return candidate }
    }
    return nil
  }
}
