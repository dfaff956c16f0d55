package import FoundationEssentials
internal import GRDB
package import ScanModel
package import SystemPackage

/// One stored scan. The report is decoded on demand: lists need none, and a damaged one does not hide the others.
package struct HistoryEntry: Sendable, Hashable {
  /// Increases and is never reused; gives the order of entries, whatever the clock said.
  package let number: Int64
  /// The identifier of the report in lower case.
  package let uuid: String
  package let path: FilePath?
  package let verified: UserVerdict?
  /// The user has corrected its text.
  package let isCorrected: Bool
  let storedReport: String
  let storedMessages: String?
  let storedIndicators: String?

  /// The report as stored, except that it no longer requires review once the user has given a verdict.
  /// - Throws: `.corrupt`, naming the entry.
  package func report() throws(HistoryFailure) -> ScanReport {
    do {
      var report = try ScanReport(jsonLine: storedReport).restoring(storedMessages)
      report.indicators = HistoryStore.indicators(in: storedIndicators)
      if verified != nil { report.requiresReview = false }
      return report
    } catch {
      throw HistoryFailure(.corrupt, subject: "\(number)", detail: ScanFailure.damagedEntry)
    }
  }

  /// The stored report with the key `verified`, as one line of JSON without the line break.
  /// - Throws: `.corrupt`, naming the entry.
  package func jsonLine() throws(HistoryFailure) -> String {
    let report = try report()
    let line = verified == nil ? storedReport : try HistoryStore.line(for: report)
    // "verified" sorts after every key of a report ("timings_ms" is the last), so it goes before the last brace.
    let value = verified.map { "\"\($0.rawValue)\"" } ?? "null"
    return "\(line.dropLast()),\"verified\":\(value)}"
  }
}

extension HistoryEntry: FetchableRecord {
  /// The columns that `init(row:)` reads.
  static let columns = "id, uuid, path, verified, corrected_at, report, messages, marks"

  init(row: Row) throws {
    number = try row.decode(forColumn: "id")
    uuid = try row.decode(forColumn: "uuid")
    path = try row.decode(Data?.self, forColumn: "path").map { FilePath(bytes: Array($0)) }
    verified = try row.decode(String?.self, forColumn: "verified").flatMap(UserVerdict.init)
    isCorrected = try row.decode(Int64?.self, forColumn: "corrected_at") != nil
    storedReport = try row.decode(forColumn: "report")
    storedMessages = try row.decode(String?.self, forColumn: "messages")
    storedIndicators = try row.decode(String?.self, forColumn: "marks")
  }
}

/// The columns of an entry that a list shows, without the report.
package struct EntrySummary: Sendable, Hashable {
  package let number: Int64
  package let path: FilePath?
  /// Lower-case hexadecimal; nil if the bytes could not be read.
  package let sha256: String?
  package let source: ScanSource
  package let scannedAt: Date
  package let riskLevel: RiskLevel
  package let answer: ScanAnswer
  package let category: RiskCategory
  /// Why it was not read, or not completely; nil if it was.
  package let errorCode: ScanFailure.Code?
  package let requiresReview: Bool
  package let verified: UserVerdict?
}

extension EntrySummary: FetchableRecord {
  static let columns =
    "id, path, sha256, source, scanned_at, risk_level, unsure, category, error_code, requires_review, verified"

  init(row: Row) throws {
    number = try row.decode(forColumn: "id")
    path = try row.decode(Data?.self, forColumn: "path").map { FilePath(bytes: Array($0)) }
    sha256 = try row.decode(forColumn: "sha256")
    source = ScanSource(rawValue: try row.decode(forColumn: "source")) ?? .manual
    scannedAt = Date(milliseconds: try row.decode(forColumn: "scanned_at"))
    riskLevel = RiskLevel(rawValue: try row.decode(forColumn: "risk_level")) ?? .unknown
    answer = ScanAnswer(riskLevel, isUnsure: try row.decode(forColumn: "unsure"))
    category = RiskCategory(rawValue: try row.decode(forColumn: "category")) ?? .unknown
    errorCode = try row.decode(String?.self, forColumn: "error_code").flatMap(ScanFailure.Code.init)
    requiresReview = try row.decode(forColumn: "requires_review")
    verified = try row.decode(String?.self, forColumn: "verified").flatMap(UserVerdict.init)
  }
}
