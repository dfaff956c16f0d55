internal import FoundationEssentials
internal import GRDB
internal import ScanModel

/// Copies from a database of which any page may be damaged, so that any number in it may be any number.
struct Salvage {
  /// How many entries to look for one by one between the readable ends: a damaged number must not keep the daemon busy.
  private static let maximumProbes: Int64 = 200_000
  private static let batch = 16
  /// What an entry may be called here. After the largest number there is, SQLite would refuse every other entry
  /// (https://www.sqlite.org/autoinc.html).
  private static let numbers: ClosedRange<Int64> = 1...(1 << 48)
  /// Failures of the target. All others are those of a row, which is left out.
  private static let endings = [
    ResultCode.SQLITE_ABORT, .SQLITE_CORRUPT, .SQLITE_FULL, .SQLITE_IOERR, .SQLITE_NOMEM, .SQLITE_READONLY,
  ]

  private let source: DatabaseQueue
  private let target: Database
  /// Whether nothing was stored in the target before, so that no number is taken.
  private let isFresh: Bool
  /// The entries whose number is taken, or cannot be one.
  private var unplaced: [Int64] = []

  init(from source: DatabaseQueue, into target: Database) throws {
    self.source = source
    self.target = target
    isFresh = try !target.has("entry") && !target.has("learnt")
  }

  // MARK: Entries

  mutating func copyEntries() throws -> Int {
    var count = 0
    var first = Int64.min
    while let rows = rows("SELECT * FROM entry WHERE id > ? ORDER BY id", [first]), !rows.isEmpty {
      for row in rows { count += try copyEntry(row) ? 1 : 0 }
      // In a damaged page they can be in any order.
      guard let next = number(of: rows.last), next > first else { break }
      first = next
    }
    var last = Int64.max
    while let rows = rows("SELECT * FROM entry WHERE id > ? AND id < ? ORDER BY id DESC", [first, last]), !rows.isEmpty
    {
      for row in rows { count += try copyEntry(row) ? 1 : 0 }
      guard let next = number(of: rows.last), next < last else { break }
      last = next
    }
    if last == .max {
      let sequence = try? source.read {
        try Int64.fetchOne($0, sql: "SELECT seq FROM sqlite_sequence WHERE name = 'entry'")
      }
      last = min(sequence ?? first, Self.numbers.upperBound) + 1
    }
    count += try copyEntries(between: max(first, 0), and: last)
    // After all others, so that they get numbers that none of those has.
    for number in unplaced {
      if let row = entry(number), isIntact(row), try insert(entry: row, leavingOut: "id") { count += 1 }
    }
    return count
  }

  private mutating func copyEntries(between first: Int64, and last: Int64) throws -> Int {
    guard last > first else { return 0 }
    var count = 0
    for offset in 1..<max(1, min(last - first, Self.maximumProbes)) {
      if let row = entry(first + offset), try copyEntry(row) { count += 1 }
    }
    return count
  }

  private mutating func copyEntry(_ row: Row) throws -> Bool {
    guard isIntact(row), let number = number(of: row) else { return false }
    if Self.numbers.contains(number), try insert(entry: row) { return true }
    if try !isCopied(row) { unplaced.append(number) }
    return false
  }

  /// Inserts an entry and its sightings. These are taken from the entry, because their table may be damaged too.
  private func insert(entry row: Row, leavingOut left: String? = nil) throws -> Bool {
    guard try insert(row, into: "entry", leavingOut: left) else { return false }
    let marks = try? row.decode(String.self, forColumn: "marks")
    try HistoryStore.noteSightings(target.lastInsertedRowID, HistoryStore.indicators(in: marks), target)
    return true
  }

  private func isCopied(_ row: Row) throws -> Bool {
    let uuid = try row.decode(String.self, forColumn: "uuid")
    return try target.has("entry WHERE uuid = ?", [uuid])
  }

  private func number(of row: Row?) -> Int64? { row.flatMap { try? $0.decode(Int64.self, forColumn: "id") } }

  private func entry(_ number: Int64) -> Row? {
    try? source.read { try Row.fetchOne($0, sql: "SELECT * FROM entry WHERE id = ?", arguments: [number]) }
  }

  /// The number here of an entry of the damaged history. Nil if it is known not to be here.
  private func numberHere(of number: Int64) throws -> Int64? {
    if isFresh, unplaced.isEmpty { return number }
    let uuid = try? source.read {
      try String.fetchOne($0, sql: "SELECT uuid FROM entry WHERE id = ?", arguments: [number])
    }
    guard let uuid else { return nil }
    return try Int64.fetchOne(target, sql: "SELECT id FROM entry WHERE uuid = ?", arguments: [uuid])
  }

  /// Damage can leave a row that looks whole; decoding its report shows whether it is.
  private func isIntact(_ row: Row) -> Bool {
    guard let line = try? row.decode(String.self, forColumn: "report"), let report = try? ScanReport(jsonLine: line)
    else { return false }
    return (try? row.decode(String.self, forColumn: "uuid")) == report.id.lowercased()
  }

  // MARK: What refers to entries

  /// Copies the known files, so that they are not scanned again.
  func copyFiles() throws {
    // Rows that exist already were copied from the other end.
    try copyFiles(descending: false)
    try copyFiles(descending: true)
  }

  private func copyFiles(descending: Bool) throws {
    var last: Data?
    while true {
      let condition = last == nil ? "" : "WHERE path \(descending ? "<" : ">") ?"
      let arguments = last.map { [$0] as StatementArguments } ?? []
      guard let rows = rows("SELECT * FROM file \(condition) ORDER BY path\(descending ? " DESC" : "")", arguments),
        let next = rows.last.flatMap({ try? $0.decode(Data.self, forColumn: "path") })
      else { return }
      for row in rows { try copyFile(row) }
      if let last {
        guard descending ? next.lexicographicallyPrecedes(last) : last.lexicographicallyPrecedes(next) else { return }
      }
      last = next
    }
  }

  /// Copies a known file unless its entry is lost.
  private func copyFile(_ row: Row) throws {
    guard let entry = try? row.decode(Int64.self, forColumn: "entry") else {
      try insert(row, into: "file")
      return
    }
    if let number = try numberHere(of: entry) { try insert(row, into: "file", entry: number) }
  }

  func copyOwedAlerts() throws {
    for row in all("SELECT * FROM owed_alert LIMIT 10000") {
      guard let entry = try? row.decode(Int64.self, forColumn: "entry"), let number = try numberHere(of: entry) else {
        continue
      }
      try HistoryStore.oweAlert(number, target)
    }
  }

  // MARK: The rest

  func copyQuarantine() throws {
    for row in all("SELECT * FROM quarantine LIMIT 10000") { try insert(row, into: "quarantine") }
  }

  /// Copies the feedback, which is stored nowhere else.
  func copyFeedback() throws {
    for row in all("SELECT * FROM learnt LIMIT 10000") where (try? isCopied(feedback: row)) == false {
      let number = number(of: row)
      if let number, Self.numbers.contains(number), try insert(row, into: "learnt") { continue }
      try insert(row, into: "learnt", leavingOut: "id")
    }
    let lost = Int64.max / 2
    let revision = (try? source.read { try Int64.fetchOne($0, sql: "SELECT revision FROM knowledge") }) ?? lost
    // If the revision is lost, or there is other feedback here, no verdict is reused, which costs scans.
    try target.execute(
      sql: "UPDATE knowledge SET revision = \(isFresh ? "?" : "max(revision, ?) + 1")",
      arguments: [(0...lost).contains(revision) ? revision : lost])
  }

  /// Links in it may have been redacted since.
  private func isCopied(feedback row: Row) throws -> Bool {
    let values = try ["entry", "kind", "learnt_at", "key", "id"].map {
      try row.decode(DatabaseValue.self, forColumn: $0)
    }
    return try target.has(
      "learnt WHERE entry = ? AND kind = ? AND learnt_at = ? AND (key = ? OR id = ?)", StatementArguments(values))
  }

  // MARK: Rows

  /// All rows; none if one of them cannot be read.
  private func all(_ query: String) -> [Row] { (try? source.read { try Row.fetchAll($0, sql: query) }) ?? [] }

  /// Returns the next rows: fewer just before the damage, nil inside it.
  private func rows(_ query: String, _ arguments: StatementArguments) -> [Row]? {
    for limit in [Self.batch, 1] {
      let rows = try? source.read { try Row.fetchAll($0, sql: "\(query) LIMIT \(limit)", arguments: arguments) }
      if let rows { return rows }
    }
    return nil
  }

  /// Inserts a row, and returns whether it was: one that exists already or violates a constraint is skipped. One column
  /// can be left out to get its default value, and the column `entry` replaced.
  /// - Throws: `DatabaseError` if no row can be.
  @discardableResult
  private func insert(
    _ row: Row, into table: String, leavingOut left: String? = nil, entry: Int64? = nil
  ) throws -> Bool {
    var columns = zip(row.columnNames, row.databaseValues).filter { $0.0 != left }
    if let entry, let index = columns.firstIndex(where: { $0.0 == "entry" }) {
      columns[index].1 = entry.databaseValue
    }
    let names = columns.map { "\"\($0.0)\"" }.joined(separator: ", ")
    do {
      try target.execute(
        sql: "INSERT OR IGNORE INTO \(table) (\(names)) VALUES (\(databaseQuestionMarks(count: columns.count)))",
        arguments: StatementArguments(columns.map { $0.1 }))
    } catch let error as DatabaseError where Self.endings.contains(error.resultCode) {
      throw error
    } catch {
      return false
    }
    return target.changesCount > 0
  }
}
