internal import GRDB
package import ScanModel
internal import SystemPackage

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A file in the queue.
package struct PendingScan: Sendable, Hashable {
  package var file: KnownFile
  /// How often a scan of it was begun.
  package var attempts: Int

  package init(file: KnownFile, attempts: Int) {
    self.file = file
    self.attempts = attempts
  }
}

extension FilePath {
  /// The raw bytes, as stored in BLOB columns.
  var blob: Data { Data(bytes) }
}

extension KnownFile {
  /// The values of the columns path, device, inode, size, mtime_ns and ctime_ns.
  ///
  /// SQLite's integers are signed, so device and inode keep their bits and may look negative.
  var columns: [DatabaseValue] {
    [
      path.blob.databaseValue,
      Int64(bitPattern: identity.device).databaseValue,
      Int64(bitPattern: identity.inode).databaseValue,
      identity.size.databaseValue,
      identity.modifiedNanoseconds.databaseValue,
      identity.changedNanoseconds.databaseValue,
    ]
  }

  /// Reads the same columns.
  init(row: Row) throws {
    let path: Data = try row.decode(forColumn: "path")
    let device: Int64 = try row.decode(forColumn: "device")
    let inode: Int64 = try row.decode(forColumn: "inode")
    self.init(
      path: FilePath(bytes: Array(path)),
      identity: FileIdentity(
        device: UInt64(bitPattern: device), inode: UInt64(bitPattern: inode),
        size: try row.decode(forColumn: "size"), modifiedNanoseconds: try row.decode(forColumn: "mtime_ns"),
        changedNanoseconds: try row.decode(forColumn: "ctime_ns")))
  }
}
