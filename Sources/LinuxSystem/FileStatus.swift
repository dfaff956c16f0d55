internal import CLinux
internal import Glibc
package import SystemPackage

/// Kind of a file, from the type bits of st_mode (inode(7)).
package enum FileKind: Sendable, Hashable {
  case regular, directory, symbolicLink
  /// A FIFO, socket or device.
  case special

  init(mode: mode_t) {
    self =
      switch mode & S_IFMT {
      case S_IFREG: .regular
      case S_IFDIR: .directory
      case S_IFLNK: .symbolicLink
      default: .special
      }
  }
}

/// What the kernel knows about a file at one moment (statx(2)).
package struct FileStatus: Sendable, Hashable {
  package var kind: FileKind
  package var device: UInt64
  package var inode: UInt64
  /// In bytes.
  package var size: Int64
  /// Times are nanoseconds since 1970, clamped to 64 bits.
  package var modifiedNanoseconds: Int64
  package var changedNanoseconds: Int64
  /// Nil if the file system does not record it.
  package var bornNanoseconds: Int64?
  /// The permission bits, at most 0o7777.
  package var permissions: UInt32
  package var owner: UInt32

  package var identity: AtomicFile.Inode { AtomicFile.Inode(device: device, number: inode) }

  /// Looks at a path, or at what its last component links to.
  /// - Throws: `SystemError` with ENOENT, ENOTDIR, EACCES, ELOOP and others.
  package init(of path: FilePath, followingSymlinks: Bool) throws(SystemError) {
    try self.init { status in
      unsafe path.withPlatformString {
        unsafe ocrscan_status(OCRSCAN_WORKING_DIRECTORY, $0, followingSymlinks ? 1 : 0, &status)
      }
    }
  }

  package init(ofDescriptor descriptor: Int32) throws(SystemError) {
    try self.init { unsafe ocrscan_status(descriptor, "", 1, &$0) }
  }

  /// An entry of an open directory; a symbolic link is not followed. Throws ENOENT if it is gone.
  package init(ofEntry name: [UInt8], inDirectory directory: Int32) throws(SystemError) {
    let name = name.map { CChar(bitPattern: $0) } + [0]
    try self.init { unsafe ocrscan_status(directory, name, 0, &$0) }
  }

  private init(_ look: (inout ocrscan_file_status) -> Int32) throws(SystemError) {
    var status = ocrscan_file_status()
    try SystemError.check("statx", look(&status))
    kind = FileKind(mode: status.mode)
    device = status.device
    inode = status.inode
    size = status.size
    modifiedNanoseconds = status.modified_ns
    changedNanoseconds = status.changed_ns
    bornNanoseconds = status.born_ns == .max ? nil : status.born_ns
    permissions = status.mode & 0o7777
    owner = status.owner
  }
}

extension FilePath {
  /// What it leads to, following links; nil if that does not exist or cannot be accessed.
  package var fileKind: FileKind? { (try? FileStatus(of: self, followingSymlinks: true))?.kind }
}
