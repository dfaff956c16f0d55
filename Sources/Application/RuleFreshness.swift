internal import Foundation
package import RiskAnalysis
package import ScanModel

/// The age of the rules: scams change, and outdated rules miss new ones.
package enum RuleFreshness {
  /// Half a year (REQUIREMENTS A8).
  private static let staleAfterDays = 180
  package static let remedy: Message = "Update ocr-scan to get newer ones."

  package static func warning(_ pack: RulePack) -> Message? {
    guard let made = ReportTime.date(from: "\(pack.date)T00:00:00.000Z") else { return nil }
    let days = Int(Date().timeIntervalSince(made) / 86_400)
    return days > staleAfterDays ? "\(days) days old" : nil
  }
}
