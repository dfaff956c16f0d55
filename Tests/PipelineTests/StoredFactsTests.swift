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
      ScanReport.Item.lookAlikeRule, ScanReport.Item.accountRule,
    ].map { ScanReport.Item(rule: $0, weight: 0, message: doubt, excerpt: "", boxes: [], range: nil) }
    return report
  }

  @Test func `without texts nothing is kept of facts, and the explanation names nobody`() {
    let stored = Self.report().stored(as: .none)
    #expect(stored.evidence.isEmpty && !stored.explanation.english.contains("Lenzing"))
    #expect(stored.explanation.english.contains("does not name whom the code pays"))
  }

  @Test func `a sentence behind the explanation hides no name from what is stored`() {
    var report = Self.report()
    report.explanation = "\(Self.doubt) There may be codes in this picture that could not be looked at."
    report.evidence.append(
      ScanReport.Item(
        rule: "picture.codes", weight: 0, message: "There may be codes.", excerpt: "", boxes: [], range: nil))
    let stored = report.stored(as: .none).explanation.english
    #expect(!stored.contains("Lenzing") && !stored.contains("480") && stored.contains("There may be codes"))
    let account: Message = "The code pays \("480 EUR") to \("DE89 3704 0044 0532 0130 00"), who is named nowhere."
    report.explanation = "\(account) There may be codes in this picture that could not be looked at."
    let redacted = report.stored(as: .redacted).explanation
    #expect(!redacted.english.contains("3704") && redacted.english.contains("[account number]"))
    #expect(redacted.hasPlaces)
  }

  @Test func `with texts they stay`() {
    for retention in [Settings.StoredText.full, .redacted] {
      let stored = Self.report().stored(as: retention)
      #expect(stored.evidence.count == 5 && stored.explanation == stored.evidence[0].message)
    }
  }
}
