internal import GRDB
internal import ScanModel

// What is known about a sender from earlier screenshots that only the analysis has judged.
extension HistoryStore {
  /// Only the newest screenshots of high risk are considered, to limit the time: some milliseconds for a full history.
  private static let maximumSuspects = 500
  /// How many of the newest entries with a mark are counted.
  private static let maximumCounted = 100
  /// A mark that is in more than this many harmless screenshots for each one of high risk is the user's own number,
  /// their bank, or something else that many share. So one wrong verdict causes at most three wrong warnings.
  private static let harmlessForEachSuspect = 3

  /// The contacts of earlier high-risk screenshots that may accuse other messages, one item for each, from the newest
  /// screenshot that has it. Leaves out entries that the user judged, because those are feedback already, and contacts
  /// in screenshots that the user called harmless. Entries of medium risk accuse nobody: a warning based on a sighting
  /// must not cause further ones. Entries of the picture with this hash do not count.
  static func suspectSightings(otherThan sha256: String?, _ db: Database) throws -> [FeedbackItem] {
    // With max() the other columns are those of the same row (https://www.sqlite.org/lang_select.html#bareagg).
    let rows = try Row.fetchAll(
      db,
      sql: """
        WITH suspect AS (
          SELECT id, uuid, scanned_at, marks FROM entry
          WHERE risk_level = 'high' AND verified IS NULL AND sha256 IS NOT :sha256
          ORDER BY id DESC LIMIT \(maximumSuspects))
        SELECT sighting.mark AS mark, max(suspect.id) AS number, suspect.uuid AS uuid, suspect.scanned_at AS scanned_at,
          suspect.marks AS marks
        FROM suspect JOIN sighting ON sighting.entry = suspect.id
        WHERE sighting.mark NOT LIKE 'host:%'
        GROUP BY sighting.mark
        HAVING (
          SELECT sum(entry.risk_level <> 'high') <= \(harmlessForEachSuspect) * sum(entry.risk_level = 'high')
            AND NOT max(entry.verified IS 'not_scam')
          FROM (
            SELECT entry FROM sighting AS other WHERE other.mark = sighting.mark
            ORDER BY entry DESC LIMIT \(maximumCounted)) AS seen
          JOIN entry ON entry.id = seen.entry WHERE entry.sha256 IS NOT :sha256)
        """, arguments: ["sha256": sha256])
    var wordings: [Int64: [String]] = [:]
    return try rows.compactMap { row in
      let mark: String = try row.decode(forColumn: "mark")
      let parts = mark.split(separator: ":", maxSplits: 1)
      guard parts.count == 2, let kind = Indicator.Kind(rawValue: String(parts[0])) else { return nil }
      let number: Int64 = try row.decode(forColumn: "number")
      if wordings[number] == nil {
        wordings[number] = indicators(in: try row.decode(forColumn: "marks")).filter { $0.kind == .wording }.map(\.key)
      }
      return FeedbackItem(
        id: number,
        indicator: Indicator(kind: kind, key: String(parts[1]), label: "", mayClear: false, mayAccuse: true),
        verdict: .scam, recordedAt: try row.decode(forColumn: "scanned_at"), entry: try row.decode(forColumn: "uuid"),
        origin: .earlierScreenshot, wordings: wordings[number] ?? [])
    }
  }
}
