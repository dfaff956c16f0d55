import ScanModel
import Settings
import Testing

@testable import Pipeline

/// What the history keeps of facts, which name companies, payees and amounts.
struct StoredFactsTests {
  private static let doubt: Message =
    "The code pays \("480 EUR") to \("Marko Lenzing"), who is named nowhere on the page."

  private static func report() -> ScanReport {
    var report = ScanReport(id: "x")
    report.riskLevel = .low
    report.isUnsure = true
    report.text = "Invoice of Haberkorn Joinery"
    report.explanation = doubt
    report.evidence = [
      ScanReport.Item.payeeDoubtRule, ScanReport.Item.speakerRule, ScanReport.Item.contactRule,
      ScanReport.Item.lookAlikeRule,
    ].map { ScanReport.Item(rule: $0, weight: 0, message: doubt, excerpt: "", boxes: [], range: nil) }
    return report
  }

  @Test func `without texts nothing is kept of facts, and the explanation names nobody`() {
    let stored = Self.report().stored(as: .none)
    #expect(stored.evidence.isEmpty && !stored.explanation.english.contains("Lenzing"))
    #expect(stored.explanation.english.contains("does not name whom the code pays"))
  }

  @Test func `with texts they stay`() {
    for retention in [Settings.StoredText.full, .redacted] {
      let stored = Self.report().stored(as: retention)
      #expect(stored.evidence.count == 4 && stored.explanation == stored.evidence[0].message)
    }
  }
}
