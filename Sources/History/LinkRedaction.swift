internal import GRDB
internal import Redaction
internal import ScanModel

/// Replaces the secrets in links that earlier versions stored whole: in reports, in indicators, and in what was learnt.
enum LinkRedaction {
  private static let batch = 100

  static func run(_ db: Database) throws {
    try redactEntries(db)
    try renameMarks(db)
  }

  /// Some at a time, because the reports of all entries can take more memory than the watcher may have.
  private static func redactEntries(_ db: Database) throws {
    var last: Int64 = 0
    let hasMessages = try db.columns(in: "entry").contains { $0.name == "messages" }
    while true {
      let rows = try Row.fetchAll(
        db, sql: "SELECT id, report, marks FROM entry WHERE id > ? ORDER BY id LIMIT \(batch)", arguments: [last])
      for row in rows {
        last = try row.decode(forColumn: "id")
        // A damaged report stays as it is, and is told where it is read.
        if let line = try redacted(try row.decode(forColumn: "report")) {
          try db.execute(
            sql: "UPDATE entry SET report = ?\(hasMessages ? ", messages = NULL" : "") WHERE id = ?",
            arguments: [line, last])
        }
        let indicators = HistoryStore.indicators(in: try row.decode(forColumn: "marks"))
        let kept = indicators.map(redacted)
        if kept != indicators {
          try db.execute(
            sql: "UPDATE entry SET marks = ? WHERE id = ?", arguments: [HistoryStore.text(of: kept), last])
        }
      }
      if rows.count < batch { return }
    }
  }

  /// The line of a report; nil if there is nothing to replace.
  private static func redacted(_ line: String) throws -> String? {
    guard let report = try? ScanReport(jsonLine: line) else { return nil }
    let redacted = report.redacted(.links)
    return redacted == report ? nil : try HistoryStore.line(for: redacted)
  }

  /// The keys have to be those that the same links get from now on.
  private static func renameMarks(_ db: Database) throws {
    let marks = try String.fetchAll(
      db, sql: "SELECT DISTINCT substr(mark, 8) FROM sighting WHERE mark LIKE 'domain:%/%'")
    for key in marks {
      guard let link = changed(key) else { continue }
      try db.execute(
        sql: "UPDATE OR REPLACE sighting SET mark = ? WHERE mark = ?",
        arguments: ["domain:\(link.key)", "domain:\(key)"])
    }
    for row in try Row.fetchAll(db, sql: "SELECT id, key, label FROM learnt WHERE kind = 'domain' AND key LIKE '%/%'") {
      let old = Indicator(
        kind: .domain, key: try row.decode(forColumn: "key"),
        label: HistoryStore.label(try row.decode(forColumn: "label")), mayClear: false, mayAccuse: true)
      let new = redacted(old)
      guard new != old else { continue }
      try db.execute(
        sql: "UPDATE learnt SET key = ?, label = ? WHERE id = ?",
        arguments: [new.key, new.label.kept, try row.decode(Int64.self, forColumn: "id")])
    }
  }

  private static func redacted(_ indicator: Indicator) -> Indicator {
    guard indicator.kind == .domain, let link = changed(indicator.key) else { return indicator }
    var kept = indicator
    kept.key = link.key
    kept.label = "the link \(TerminalEscaping.escaped(String(link.shown.prefix(60))))"
    return kept
  }

  /// The link whose key is another one now; nil if there is none. A key with "#" has a fingerprint already.
  private static func changed(_ key: String) -> SharedLink? {
    guard key.contains("/"), !key.contains("#") else { return nil }
    let link = SharedLink(key)
    return link.key == key ? nil : link
  }
}
