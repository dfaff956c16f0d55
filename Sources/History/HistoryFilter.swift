internal import GRDB
package import ScanModel

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// Which entries to list; all of them by default.
package struct HistoryFilter: Sendable, Hashable {
  /// At most this many; nil for no limit.
  package var limit: Int?
  /// How many of the newest entries to skip.
  package var offset: Int
  /// Only these levels; nil for all.
  package var riskLevels: Set<RiskLevel>?
  /// Only entries of low risk that may be a scam all the same.
  package var isUnsure = false
  package var source: ScanSource?
  /// Only these kinds; nil for all.
  package var categories: Set<RiskCategory>?
  /// Only entries scanned at this time or later, by the clock of that time.
  package var since: Date?
  /// Only entries that require review and have not been reviewed.
  package var toReview: Bool
  /// Only entries in whose text, category, explanation or path all of these words occur, in any order.
  package var words: [String]

  package init(
    limit: Int? = nil, offset: Int = 0, riskLevels: Set<RiskLevel>? = nil, source: ScanSource? = nil,
    since: Date? = nil, toReview: Bool = false, words: [String] = []
  ) {
    self.limit = limit
    self.offset = offset
    self.riskLevels = riskLevels
    self.source = source
    self.since = since
    self.toReview = toReview
    self.words = words
  }

  /// Whether the words occur. Compared here rather than in SQL, where they would need quoting and case would be ignored
  /// only for ASCII letters.
  func matches(_ entry: HistoryEntry) -> Bool {
    guard !words.isEmpty else { return true }
    guard let report = try? entry.report() else { return false }
    let category = report.category.rawValue.split(separator: "_").joined(separator: " ")
    let text = [report.text ?? "", category, report.category.rawValue, report.explanation.english, report.path ?? ""]
      .joined(separator: "\n").lowercased()
    return words.allSatisfy { text.contains($0.lowercased()) }
  }

  /// The conditions on columns as a WHERE clause with its arguments; empty if there are none.
  var restriction: (sql: String, arguments: StatementArguments) {
    var conditions: [String] = []
    var arguments = StatementArguments()
    if let riskLevels {
      conditions.append("risk_level IN (\(riskLevels.map { _ in "?" }.joined(separator: ", ")))")
      arguments += StatementArguments(riskLevels.map(\.rawValue))
    }
    if let source {
      conditions.append("source = ?")
      arguments += [source.rawValue]
    }
    if let since {
      conditions.append("scanned_at >= ?")
      arguments += [since.milliseconds]
    }
    if let categories {
      conditions.append("category IN (\(categories.map { _ in "?" }.joined(separator: ", ")))")
      arguments += StatementArguments(categories.map(\.rawValue))
    }
    if isUnsure { conditions.append("unsure = 1") }
    if toReview { conditions.append("requires_review = 1 AND verified IS NULL") }
    return (conditions.isEmpty ? "" : "WHERE " + conditions.joined(separator: " AND "), arguments)
  }

  /// The query for this filter, newest first, with its arguments.
  var query: (sql: String, arguments: StatementArguments) {
    let restriction = self.restriction
    var arguments = restriction.arguments
    // A negative limit means none (https://www.sqlite.org/lang_select.html#limitoffset). With words, the matching
    // entries are counted by the caller instead.
    arguments += words.isEmpty ? [limit.map { max(0, $0) } ?? -1, max(0, offset)] : [-1, 0]
    return ("SELECT \(HistoryEntry.columns) FROM entry \(restriction.sql) ORDER BY id DESC LIMIT ? OFFSET ?", arguments)
  }
}

extension Date {
  /// Milliseconds since 1970, as the columns `captured_at` and `scanned_at` hold them; clamped to 64 bits.
  var milliseconds: Int64 {
    let value = (timeIntervalSince1970 * 1000).rounded()
    return Int64(exactly: value) ?? (value < 0 ? .min : .max)
  }
}
