internal import GRDB
internal import Glibc
internal import LinuxSystem
package import SystemPackage

package struct Salvaged: Sendable, Hashable {
  package var entries = 0
  /// It cannot be opened now; a later start may be able to.
  package var isPutOff = false
}

extension HistoryStore {
  /// Copies what is still readable in a damaged history into this one: tables from both ends up to the damage, and the
  /// entries in between one by one. A file whose entry is lost is scanned again; one whose state is lost is recognized
  /// by its bytes. Then removes the note that this has still to be done. Done again after a kill, it brings back only
  /// what was deleted since; what was stored since keeps its numbers.
  /// - Returns: How much was copied; nothing if SQLite refuses to read the file: it is no database, or too short.
  /// - Throws: `.save`; nothing has been copied in that case.
  package func salvage(from damaged: FilePath) async throws(HistoryFailure) -> Salvaged {
    let source: DatabaseQueue?
    do {
      source = try Self.source(damaged)
    } catch {
      let passing = [ResultCode.SQLITE_BUSY, .SQLITE_CANTOPEN, .SQLITE_NOMEM]
      let mayPass = (error as? DatabaseError).map { passing.contains($0.resultCode) } ?? true
      if mayPass { return Salvaged(isPutOff: true) }
      source = nil
    }
    var salvaged = Salvaged()
    if let source {
      salvaged = try await copy(from: source)
      try? source.close()
    }
    forgetUnsalvaged(damaged)
    return salvaged
  }

  /// - Returns: Nil if there is nothing to read.
  private static func source(_ damaged: FilePath) throws -> DatabaseQueue? {
    // SQLite deletes the log beside an empty database, even if it may only read.
    guard let path = String(validating: damaged) else { return nil }
    do {
      if try FileStatus(of: damaged, followingSymlinks: false).size == 0 { return nil }
    } catch  where error.errno == ENOENT {
      return nil
    }
    return try DatabaseQueue(path: path, configuration: configuration(readOnly: true))
  }

  private func copy(from source: DatabaseQueue) async throws(HistoryFailure) -> Salvaged {
    try await write { [keepsLinks] db in
      var salvage = try Salvage(from: source, into: db)
      let entries = try salvage.copyEntries()
      try salvage.copyFiles()
      // No file has size -1, so the bytes of the file decide.
      try db.execute(
        sql: """
          INSERT OR IGNORE INTO file (path, device, inode, size, mtime_ns, ctime_ns, sha256, entry)
          SELECT path, 0, 0, -1, 0, 0, sha256, max(id) FROM entry
          WHERE path IS NOT NULL AND source = 'auto' GROUP BY path
          """)
      try salvage.copyQuarantine()
      try salvage.copyFeedback()
      try salvage.copyOwedAlerts()
      // It may be of a version that stored links whole.
      if !keepsLinks { try LinkRedaction.run(db) }
      return Salvaged(entries: entries)
    }
  }
}
