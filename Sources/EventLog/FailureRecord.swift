package import ScanModel

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// One of the last failures: what and when, without anything about the screenshot.
package struct FailureRecord: Sendable, Hashable {
  package var code: ScanFailure.Code
  package var time: Date
  package var severity: FailureSeverity
  /// The scan that failed; nil if the failure does not concern a scan.
  package var scanID: UUID?
  /// How long the scan had taken, in whole milliseconds; nil if unknown.
  package var durationMilliseconds: Int?

  package init(code: ScanFailure.Code, time: Date, scanID: UUID?, duration: Duration?) {
    self.code = code
    self.time = time
    self.severity = FailureCatalog.severity(of: code)
    self.scanID = scanID
    self.durationMilliseconds = duration?.milliseconds
  }
}

extension FailureRecord: Codable {
  enum CodingKeys: String, CodingKey {
    case code, time, severity
    case scanID = "scan_id"
    case durationMilliseconds = "duration_ms"
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    code = try container.decode(ScanFailure.Code.self, forKey: .code)
    severity = try container.decode(FailureSeverity.self, forKey: .severity)
    scanID = try container.decodeIfPresent(UUID.self, forKey: .scanID)
    durationMilliseconds = try container.decodeIfPresent(Int.self, forKey: .durationMilliseconds)
    let text = try container.decode(String.self, forKey: .time)
    guard let time = ReportTime.date(from: text) else {
      throw DecodingError.dataCorruptedError(forKey: .time, in: container, debugDescription: "not an ISO 8601 time")
    }
    self.time = time
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(code, forKey: .code)
    try container.encode(ReportTime.string(from: time), forKey: .time)
    try container.encode(severity, forKey: .severity)
    try container.encode(scanID, forKey: .scanID)
    try container.encode(durationMilliseconds, forKey: .durationMilliseconds)
  }
}
