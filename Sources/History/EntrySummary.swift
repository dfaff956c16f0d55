internal import GRDB
package import ScanModel
package import SystemPackage

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// What a list shows of an entry: its columns, without the report.
package struct EntrySummary: Sendable, Hashable {
  package let number: Int64
  /// The file as it was named; nil for plain text.
  package let path: FilePath?
  /// Lower-case hexadecimal; nil if the bytes could not be read.
  package let sha256: String?
  package let source: ScanSource
  package let scannedAt: Date
  package let riskLevel: RiskLevel
  package let category: RiskCategory
  /// Why it could not be read, or not to its end; nil if it was.
  package let errorCode: ScanFailure.Code?
  package let requiresReview: Bool
  package let verified: UserVerdict?

  static let columns =
    "id, path, sha256, source, scanned_at, risk_level, category, error_code, requires_review, verified"

  init(row: Row) throws {
    number = try row.decode(forColumn: "id")
    path = try row.decode(Data?.self, forColumn: "path").map { FilePath(bytes: Array($0)) }
    sha256 = try row.decode(forColumn: "sha256")
    source = ScanSource(rawValue: try row.decode(forColumn: "source")) ?? .manual
    scannedAt = Date(timeIntervalSince1970: Double(try row.decode(Int64.self, forColumn: "scanned_at")) / 1000)
    riskLevel = RiskLevel(rawValue: try row.decode(forColumn: "risk_level")) ?? .unknown
    category = RiskCategory(rawValue: try row.decode(forColumn: "category")) ?? .unknown
    errorCode = try row.decode(String?.self, forColumn: "error_code").flatMap(ScanFailure.Code.init)
    requiresReview = try row.decode(forColumn: "requires_review")
    verified = try row.decode(String?.self, forColumn: "verified").flatMap(UserVerdict.init)
  }
}

/// Another entry with something in common, such as a link or a phone number.
package struct RelatedEntry: Sendable, Hashable {
  package var summary: EntrySummary
  /// What both have: "the phone number ending in 23".
  package var label: String
}

/// How many entries there are of one kind in one stretch of time.
package struct EntryCount: Sendable, Hashable {
  /// Counted in the direction of time from the first stretch, from 0.
  package var stretch: Int
  package var riskLevel: RiskLevel
  package var category: RiskCategory
  package var isFailure: Bool
  package var count: Int
}
