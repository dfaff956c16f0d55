internal import Glibc
internal import ScanModel
package import SystemPackage

extension HistoryStore {
  /// What a few outcomes take, the write-ahead log included.
  private static let neededBytes: UInt64 = 1 << 20

  /// Looks whether the history in a directory can be written, without touching it. Whether it is there does not matter.
  /// - Parameters:
  ///   - directory: The one that holds the database, or is going to.
  ///   - needsRoom: Whether there must be room for more entries, too.
  /// - Throws: `.unavailable` with the cause.
  package static func checkWriting(in directory: FilePath, needsRoom: Bool) throws(HistoryFailure) {
    var folder = directory
    while !canUse(folder, F_OK), errno == ENOENT, folder.removeLastComponent() {}
    if !canUse(folder, W_OK | X_OK), let refusal = refusal(folder) { throw refusal }
    for suffix in [""] + HistoryFile.companions {
      let file = directory.appending(HistoryFile.name + suffix)
      // SQLite would open it all the same, for reading, and refuse every entry.
      if canUse(file, F_OK), !canUse(file, W_OK), let refusal = refusal(file) { throw refusal }
    }
    guard needsRoom else { return }
    var status = statvfs()
    let result = unsafe folder.withPlatformString { unsafe statvfs($0, &status) }
    if result == 0, !hasRoom(blocks: UInt64(status.f_bavail), size: UInt64(status.f_frsize)) {
      throw HistoryFailure(.unavailable, subject: "\(directory.displayName)", detail: ScanFailure.fullDisk)
    }
  }

  /// Whether this many free blocks of this size are enough. File systems without a limit tell the largest numbers.
  static func hasRoom(blocks: UInt64, size: UInt64) -> Bool {
    let (bytes, isMore) = blocks.multipliedReportingOverflow(by: size)
    return isMore || bytes >= neededBytes
  }

  private static func canUse(_ path: FilePath, _ mode: Int32) -> Bool {
    unsafe path.withPlatformString { unsafe faccessat(AT_FDCWD, $0, mode, AT_EACCESS) } == 0
  }

  /// Why the last call on a path has failed; nil for what opening it tells better.
  private static func refusal(_ path: FilePath) -> HistoryFailure? {
    let error = errno
    guard error == EROFS || error == EACCES else { return nil }
    let isReadOnly = error == EROFS || canUse(path, R_OK)
    return HistoryFailure(
      .unavailable, subject: "\(path.displayName)", detail: isReadOnly ? ScanFailure.readOnly : ScanFailure.accessDenied
    )
  }
}
