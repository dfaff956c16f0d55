package import FoundationEssentials
internal import GRDB
package import ScanModel

/// What happens to a file whose bytes have just been read.
package enum Admission: Sendable, Hashable {
  /// The same bytes at the same path were judged before, in the entry with this number; nil if the user deleted it.
  case known(Int64?)
  /// The same bytes have been judged under another name: their report, and the user's verdict on the picture.
  case repeated(ScanReport, FeedbackItem?)
  /// This engine crashed on the same bytes twice and must not get them again.
  case quarantined
  /// The scan begins. Attempts are counted over all runs of the program.
  case begin(attempt: Int)
  case queued
}

// The life of a file:
//
//     new ──enqueue──► pending ──admit──► in flight ──finish──► known
//                         ▲                   │
//                         └─requeue, recover──┘
//
// `admit` and `finish` are the two write transactions of a scan. After a crash before `admit`, the next listing finds
// the file or it is still pending. After a crash before `finish`, it is found in flight at the next start, and the
// attempt counts: `recover` puts it back, or the daemon sets it aside after the second one. `finish` stores the outcome
// and makes the file known at once, so no crash can lose an outcome or store it twice.
extension HistoryStore {
  /// Decides what happens to a file whose bytes, in this state, have been read. Bytes that were judged before are not
  /// scanned again; this rule is nowhere else. What is known is looked up without the write lock, also while the
  /// history can only be read. Unless `isStarting` says that a scan can begin now, what has to be scanned is queued.
  /// - Throws: `.fetch`, `.save`, `.corrupt`; nothing has changed in that case.
  package func admit(
    _ file: KnownFile, sha256: String, to engine: String, isStarting: Bool, rank: Int = 0, at time: Date
  ) async throws(HistoryFailure) -> Admission {
    let answer: Admission? = try await read { db in
      if try Self.earlierJudgement(of: file.path, sha256: sha256, failure: nil, db) != nil { return nil }
      if let repeated = try Self.repeated(sha256, db) { return repeated }
      return try Self.isQuarantined(sha256, from: engine, db) ? .quarantined : nil
    }
    if let answer { return answer }
    do {
      return try await write { db in
        if let known = try Self.earlierJudgement(of: file.path, sha256: sha256, failure: nil, db) {
          try Self.remember(file, sha256: sha256, known, db)
          return .known(known)
        }
        try Self.enqueue(file, rank: rank, at: time, db)
        return isStarting ? .begin(attempt: try Self.mark(file, db) ?? 1) : .queued
      }
    } catch {
      // The file's new state cannot be stored now, but its bytes are known all the same.
      if let repeated = try? await read({ try Self.repeated(sha256, $0) }) { return repeated }
      throw error
    }
  }

  /// The newest report on these bytes that is valid for every copy: either they were read completely and there has been
  /// no feedback since, or the user corrected the text. A report that cannot be decoded counts as none.
  private static func repeated(_ sha256: String, _ db: Database) throws -> Admission? {
    let entry = try firstEntry(
      """
      WHERE sha256 = ? AND (corrected_at IS NOT NULL OR \(isSuccessful) AND knowledge = \(knowledge))
      ORDER BY corrected_at DESC NULLS LAST, id DESC
      """, [sha256], db)
    guard let report = try? entry?.report() else { return nil }
    return .repeated(report, try userVerdict(sha256, db))
  }

  /// Marks a file that is about to be scanned, and returns how many scans of it were begun, including this one. Nil if
  /// it is not queued: an earlier outcome of this state, a failure, stands until there is a better one.
  private static func mark(_ file: KnownFile, _ db: Database) throws -> Int? {
    try takeState(of: file, db)
    return try Int.fetchOne(
      db.cachedStatement(
        sql: "UPDATE pending SET in_flight = 1, attempts = attempts + 1 WHERE path = ? RETURNING attempts"),
      arguments: [file.path.blob])
  }
}
