internal import GRDB
package import ScanModel
package import SystemPackage

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// What the user said about an entry, in the words of the report.
package enum UserVerdict: String, Sendable, Hashable, CaseIterable {
  case scam
  case notScam = "not_scam"
}

/// One stored scan.
///
/// The report is kept as the line that was stored, and decoded on demand, so that a list needs no JSON and one
/// damaged entry does not hide the others.
package struct HistoryEntry: Sendable, Hashable {
  /// Counts up and is never used twice; the order of entries, whatever the clock said.
  package let number: Int64
  /// The identifier of the report in lower case.
  package let uuid: String
  /// The file as it was named; nil for plain text.
  package let path: FilePath?
  /// What the user said; nil if nothing yet.
  package let verified: UserVerdict?
  /// An alert about it was shown.
  package let alerted: Bool
  let storedReport: String

  /// The report as it was stored.
  /// - Throws: `.corrupt`, naming the entry.
  package func report() throws(HistoryFailure) -> ScanReport {
    do {
      return try ScanReport(jsonLine: storedReport)
    } catch {
      throw HistoryFailure(.corrupt, subject: "entry \(number)", detail: "its report cannot be read")
    }
  }

  /// The stored report with the key `verified`, as one line of JSON without the line break.
  /// - Throws: `.corrupt`, naming the entry.
  package func jsonLine() throws(HistoryFailure) -> String {
    _ = try report()
    // "verified" sorts behind every key of a report ("timings_ms" is the last), so it goes before the last brace.
    let value = verified.map { "\"\($0.rawValue)\"" } ?? "null"
    return "\(storedReport.dropLast()),\"verified\":\(value)}"
  }
}

extension HistoryEntry {
  /// The columns that `init(row:)` reads.
  static let columns = "id, uuid, path, verified, alerted, report"

  init(row: Row) throws {
    number = try row.decode(forColumn: "id")
    uuid = try row.decode(forColumn: "uuid")
    path = try row.decode(Data?.self, forColumn: "path").map { FilePath(bytes: Array($0)) }
    verified = try row.decode(String?.self, forColumn: "verified").flatMap(UserVerdict.init)
    alerted = try row.decode(forColumn: "alerted")
    storedReport = try row.decode(forColumn: "report")
  }
}
