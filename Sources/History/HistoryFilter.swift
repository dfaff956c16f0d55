package import FoundationEssentials
internal import GRDB
package import ScanModel

package struct HistoryFilter: Sendable, Hashable {
  package static let all = HistoryFilter()

  package var limit: Int?
  package var riskLevels: Set<RiskLevel>?
  /// Only entries of low risk that may be a scam all the same, or only others; nil for all.
  package var isUnsure: Bool?
  /// True of an unsure entry. In an index of its own: the column itself comes after the report, which would have to be
  /// read.
  static let unsureCondition = "id IN (SELECT id FROM entry WHERE unsure = 1)"
  package var source: ScanSource?
  package var categories: Set<RiskCategory>?
  /// Only entries scanned at this time or later, by the clock of that time.
  package var since: Date?
  /// Only entries that require review and have not been reviewed.
  package var toReview = false
  /// Only entries in whose text, category, explanation or path all of these words occur, in any order.
  package var words: [String] = []

  /// Whether the words occur. Not compared in SQL, where case would be ignored only for ASCII letters.
  func matches(_ entry: HistoryEntry) -> Bool {
    guard !words.isEmpty else { return true }
    guard let report = try? entry.report() else { return false }
    let category = report.category.rawValue.split(separator: "_").joined(separator: " ")
    let text = [report.text ?? "", category, report.category.rawValue, report.explanation.english, report.path ?? ""]
      .joined(separator: "\n").lowercased()
    return words.allSatisfy { text.contains($0.lowercased()) }
  }

  /// The WHERE clause for the conditions on columns and others; empty if there are none.
  func restriction(and others: [SQL] = []) -> SQL {
    var conditions: [SQL] = []
    if let riskLevels { conditions.append("risk_level IN \(riskLevels.map(\.rawValue))") }
    if let source { conditions.append("source = \(source.rawValue)") }
    if let since { conditions.append("scanned_at >= \(since.milliseconds)") }
    if let categories { conditions.append("category IN \(categories.map(\.rawValue))") }
    if let isUnsure { conditions.append("\(sql: isUnsure ? "" : "NOT ")\(sql: Self.unsureCondition)") }
    if toReview { conditions.append("requires_review = 1 AND verified IS NULL") }
    conditions += others
    return conditions.isEmpty ? "" : "WHERE \(literal: conditions.joined(separator: " AND "))"
  }
}

extension Date {
  init(milliseconds: Int64) { self.init(timeIntervalSince1970: Double(milliseconds) / 1000) }

  /// Milliseconds since 1970, as the columns `captured_at` and `scanned_at` hold them; clamped to 64 bits.
  var milliseconds: Int64 {
    let value = (timeIntervalSince1970 * 1000).rounded()
    return Int64(exactly: value) ?? (value < 0 ? .min : .max)
  }
}
