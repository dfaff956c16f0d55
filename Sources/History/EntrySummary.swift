internal import GRDB
package import ScanModel
package import SystemPackage

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// The columns of an entry that a list shows, without the report.
package struct EntrySummary: Sendable, Hashable {
  package let number: Int64
  /// The file as the user named it; nil for plain text.
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

  static let columns =
    "id, path, sha256, source, scanned_at, risk_level, unsure, category, error_code, requires_review, verified"

  init(row: Row) throws {
    number = try row.decode(forColumn: "id")
    path = try row.decode(Data?.self, forColumn: "path").map { FilePath(bytes: Array($0)) }
    sha256 = try row.decode(forColumn: "sha256")
    source = ScanSource(rawValue: try row.decode(forColumn: "source")) ?? .manual
    scannedAt = Date(timeIntervalSince1970: Double(try row.decode(Int64.self, forColumn: "scanned_at")) / 1000)
    riskLevel = RiskLevel(rawValue: try row.decode(forColumn: "risk_level")) ?? .unknown
    answer = ScanAnswer(riskLevel, isUnsure: try row.decode(forColumn: "unsure"))
    category = RiskCategory(rawValue: try row.decode(forColumn: "category")) ?? .unknown
    errorCode = try row.decode(String?.self, forColumn: "error_code").flatMap(ScanFailure.Code.init)
    requiresReview = try row.decode(forColumn: "requires_review")
    verified = try row.decode(String?.self, forColumn: "verified").flatMap(UserVerdict.init)
  }
}

/// Another entry that shares something with this one, such as a link or a phone number.
package struct RelatedEntry: Sendable, Hashable {
  package var summary: EntrySummary
  /// What they share: "the phone number ending in 23".
  package var label: Message
}

/// The number of entries of one kind in one time interval.
package struct EntryCount: Sendable, Hashable {
  /// Index of the interval, counted from the first one as 0.
  package var stretch: Int
  package var riskLevel: RiskLevel
  package var category: RiskCategory
  package var isFailure: Bool
  package var count: Int
}
