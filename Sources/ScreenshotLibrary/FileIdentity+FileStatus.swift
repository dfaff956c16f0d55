package import LinuxSystem
package import ScanModel

extension FileIdentity {
  /// The part of a status that identifies a file and its state.
  package init(_ status: FileStatus) {
    self.init(
      device: status.device, inode: status.inode, size: status.size,
      modifiedNanoseconds: status.modifiedNanoseconds, changedNanoseconds: status.changedNanoseconds)
  }
}
