package import SystemPackage

/// Tells two states of files apart without reading them: another file, or the same one changed.
///
/// Size and modification time alone miss a file that was rewritten with the same size and its time set back; the
/// change time cannot be set by a program (inode(7)).
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

  /// True when nothing tells the two apart at one path.
  ///
  /// The device number is left out: btrfs and LVM may number devices anew at every boot, and every screenshot
  /// would then be read again.
  package func isUnchanged(since other: FileIdentity) -> Bool {
    inode == other.inode && size == other.size && modifiedNanoseconds == other.modifiedNanoseconds
      && changedNanoseconds == other.changedNanoseconds
  }
}

/// A file of a watched folder, as a look at it found it.
package struct KnownFile: Sendable, Hashable {
  package var path: FilePath
  package var identity: FileIdentity

  package init(path: FilePath, identity: FileIdentity) {
    self.path = path
    self.identity = identity
  }
}
