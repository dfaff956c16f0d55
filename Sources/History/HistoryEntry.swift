internal import GRDB
package import ScanModel
package import SystemPackage

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// One stored scan.
///
/// The report is kept as the stored line and decoded on demand, so that a list needs no JSON and one damaged entry does
/// not hide the others.
package struct HistoryEntry: Sendable, Hashable {
  /// Increases and is never reused; gives the order of entries, whatever the clock said.
  package let number: Int64
  /// The identifier of the report in lower case.
  package let uuid: String
  /// The file as the user named it; nil for plain text.
  package let path: FilePath?
  /// The user's verdict; nil if none yet.
  package let verified: UserVerdict?
  /// An alert about it was shown.
  package let alerted: Bool
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

extension HistoryEntry {
  /// The columns that `init(row:)` reads.
  static let columns = "id, uuid, path, verified, alerted, corrected_at, report, messages, marks"

  init(row: Row) throws {
    number = try row.decode(forColumn: "id")
    uuid = try row.decode(forColumn: "uuid")
    path = try row.decode(Data?.self, forColumn: "path").map { FilePath(bytes: Array($0)) }
    verified = try row.decode(String?.self, forColumn: "verified").flatMap(UserVerdict.init)
    alerted = try row.decode(forColumn: "alerted")
    isCorrected = try row.decode(Int64?.self, forColumn: "corrected_at") != nil
    storedReport = try row.decode(forColumn: "report")
    storedMessages = try row.decode(String?.self, forColumn: "messages")
    storedIndicators = try row.decode(String?.self, forColumn: "marks")
  }
}
