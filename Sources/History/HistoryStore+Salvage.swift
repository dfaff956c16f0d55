internal import GRDB
internal import LinuxSystem
package import SystemPackage

/// What was salvaged from a damaged history.
package struct Salvaged: Sendable, Hashable {
  package var entries = 0
  /// Known files, so that they are not scanned again.
  package var files = 0
}

extension HistoryStore {
  /// Copies what is still readable in a damaged history, which `setAside` has renamed, into this one.
  ///
  /// The damaged file is only read. Tables are read from both ends up to the damage, and the entries in between one by
  /// one. A file whose entry is lost is left out, so that it is scanned again. A file whose entry exists but whose
  /// state is lost is recognized by its bytes and not judged twice.
  ///
  /// Takes the note away that it has yet to be done. To do it again changes nothing, and what has been stored here in
  /// the meantime keeps its numbers.
  /// - Parameter damaged: The new path of the damaged database.
  /// - Returns: How much was copied; nothing if the file is no longer a database or is shorter than its header says,
  ///   because SQLite refuses to read it then.
  /// - Throws: `.save`; nothing has been copied in that case.
  package func salvage(from damaged: FilePath) async throws(HistoryFailure) -> Salvaged {
    let source: DatabaseQueue?
    do {
      source = try Self.source(damaged)
    } catch {
      let passing = [ResultCode.SQLITE_BUSY, .SQLITE_CANTOPEN, .SQLITE_NOMEM]
      // A later start may be able to open it.
      if let error = error as? DatabaseError, passing.contains(error.resultCode) { return Salvaged() }
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
    guard let path = String(validating: damaged),
      let status = try? FileStatus(of: damaged, followingSymlinks: false), status.size > 0
    else { return nil }
    return try DatabaseQueue(path: path, configuration: configuration(readOnly: true))
  }

  private func copy(from source: DatabaseQueue) async throws(HistoryFailure) -> Salvaged {
    try await write { [keepsLinks] db in
      var salvage = try Salvage(from: source, into: db)
      let entries = try salvage.copyEntries()
      var files = try salvage.copyFiles()
      // No file has size -1, so the bytes of the file decide.
      try db.execute(
        sql: """
          INSERT OR IGNORE INTO file (path, device, inode, size, mtime_ns, ctime_ns, sha256, entry)
          SELECT path, 0, 0, -1, 0, 0, sha256, max(id) FROM entry
          WHERE path IS NOT NULL AND source = 'auto' GROUP BY path
          """)
      files += db.changesCount
      try salvage.copyQuarantine()
      try salvage.copyFeedback()
      try salvage.copyOwedAlerts()
      // It may be of a version that stored links whole.
      if !keepsLinks { try LinkRedaction.run(db) }
      return Salvaged(entries: entries, files: files)
    }
  }
}
