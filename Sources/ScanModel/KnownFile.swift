package import SystemPackage

/// Distinguishes states of files without reading them. Size and modification time alone miss a file that was rewritten
/// with the same size and an earlier time; programs cannot set the change time (inode(7)).
package struct FileIdentity: Sendable, Hashable {
  package var device: UInt64
  package var inode: UInt64
  /// In bytes.
  package var size: Int64
  /// Last modification in nanoseconds since 1970.
  package var modifiedNanoseconds: Int64
  /// Last change of contents, name or mode in nanoseconds since 1970.
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

  /// Whether it is the same unchanged file. The device is ignored: btrfs and LVM may renumber devices at every boot.
  package func isUnchanged(since other: FileIdentity) -> Bool {
    inode == other.inode && size == other.size && modifiedNanoseconds == other.modifiedNanoseconds
      && changedNanoseconds == other.changedNanoseconds
  }
}

/// A file in a watched folder and its state when it was listed.
package struct KnownFile: Sendable, Hashable {
  package var path: FilePath
  package var identity: FileIdentity

  package init(path: FilePath, identity: FileIdentity) {
    self.path = path
    self.identity = identity
  }
}
