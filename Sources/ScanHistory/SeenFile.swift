internal import GRDB
internal import ScanModel
package import SystemPackage

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// What stat(2) tells of a file, enough to notice that it was replaced, written or renamed.
package struct FileIdentity: Sendable, Hashable {
  package var device: UInt64
  package var inode: UInt64
  /// In bytes.
  package var size: Int64
  /// Last modification in nanoseconds since 1970.
  package var modified: Int64
  /// Last change of contents, name or mode in nanoseconds since 1970.
  package var changed: Int64

  package init(device: UInt64, inode: UInt64, size: Int64, modified: Int64, changed: Int64) {
    self.device = device
    self.inode = inode
    self.size = size
    self.modified = modified
    self.changed = changed
  }

  /// True when nothing tells the two apart at one path.
  ///
  /// The device number is left out: btrfs and LVM may number devices anew at every boot, and every screenshot
  /// would then be read again.
  package func isUnchanged(since other: FileIdentity) -> Bool {
    inode == other.inode && size == other.size && modified == other.modified && changed == other.changed
  }
}

/// A file of a watched folder, as a listing saw it.
package struct SeenFile: Sendable, Hashable {
  package var path: FilePath
  package var identity: FileIdentity

  package init(path: FilePath, identity: FileIdentity) {
    self.path = path
    self.identity = identity
  }
}

/// A file that waits for its scan.
package struct PendingScan: Sendable, Hashable {
  package var file: SeenFile
  /// How often a scan of it was begun.
  package var attempts: Int

  package init(file: SeenFile, attempts: Int) {
    self.file = file
    self.attempts = attempts
  }
}

extension FilePath {
  /// The raw bytes, as BLOB columns hold them.
  var blob: Data { Data(bytes) }
}

extension SeenFile {
  /// The values of the columns path, device, inode, size, mtime_ns and ctime_ns.
  ///
  /// SQLite's integers are signed, so device and inode keep their bits and may look negative.
  var columns: [DatabaseValue] {
    [
      path.blob.databaseValue,
      Int64(bitPattern: identity.device).databaseValue,
      Int64(bitPattern: identity.inode).databaseValue,
      identity.size.databaseValue,
      identity.modified.databaseValue,
      identity.changed.databaseValue,
    ]
  }

  /// Reads those columns back.
  init(row: Row) throws {
    let path: Data = try row.decode(forColumn: "path")
    let device: Int64 = try row.decode(forColumn: "device")
    let inode: Int64 = try row.decode(forColumn: "inode")
    self.init(
      path: FilePath(bytes: Array(path)),
      identity: FileIdentity(
        device: UInt64(bitPattern: device), inode: UInt64(bitPattern: inode),
        size: try row.decode(forColumn: "size"), modified: try row.decode(forColumn: "mtime_ns"),
        changed: try row.decode(forColumn: "ctime_ns")))
  }
}
