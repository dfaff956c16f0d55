package import LinuxSystem

/// Tells two states of files apart without reading them: another file, or the same one changed.
///
/// Size and modification time alone miss a file that was rewritten with the same size and its time set back; the
/// change time cannot be set by a program (inode(7)).
package struct FileIdentity: Sendable, Hashable {
  package var device: UInt64
  package var inode: UInt64
  /// In bytes.
  package var size: Int64
  /// Nanoseconds since 1970.
  package var modifiedNanoseconds: Int64
  /// Nanoseconds since 1970.
  package var changedNanoseconds: Int64

  package init(
    device: UInt64, inode: UInt64, size: Int64, modifiedNanoseconds: Int64, changedNanoseconds: Int64
  ) {
    self.device = device
    self.inode = inode
    self.size = size
    self.modifiedNanoseconds = modifiedNanoseconds
    self.changedNanoseconds = changedNanoseconds
  }

  package init(_ status: FileStatus) {
    self.init(
      device: status.device, inode: status.inode, size: status.size,
      modifiedNanoseconds: status.modifiedNanoseconds, changedNanoseconds: status.changedNanoseconds)
  }
}
