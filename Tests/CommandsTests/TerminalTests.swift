import Application
import Foundation
import Testing

@testable import Commands
@testable import ScanModel

struct TerminalTests {
  private static func report(_ level: RiskLevel, category: RiskCategory = .delivery) -> ScanReport {
    ScanReport(
      id: "x", path: "/secret/name.png", sha256: nil, source: .manual, capturedAt: nil, scannedAt: Date(), image: nil,
      riskLevel: level, confidence: 0.9, scamProbability: 0.9, category: category,
      explanation: "text of the screenshot",
      advice: "text of the screenshot", evidence: [], text: "text of the screenshot", ocr: nil, requiresReview: false,
      timings: ScanReport.Timings(), error: nil)
  }

  @Test func `what to do is broken between words, and its commands stay whole`() {
    let remedy = "Switch it on with: ocr-scan settings set automatic_scanning true; or choose with: ocr-scan pick."
    #expect(
      TextLayout.wrapRemedy(remedy, width: 40) == [
        "Switch it on with:", "ocr-scan settings set automatic_scanning true;", "or choose with: ocr-scan pick.",
      ])
    #expect(TextLayout.wrapRemedy("Take it again.", width: 8) == ["Take it", "again."])
    #expect(TextLayout.hanging(["a", "b"], after: "  → ") == ["  → a", "    b"])
  }

  @Test func `signs of sources are two columns wide, as terminals draw them`() {
    #expect(TextLayout.width(of: "⚡ Auto-scanned") == 15 && TextLayout.width(of: "✋") == 2)
  }

  @Test(arguments: [
    ("plain", 5), ("Größe", 5), ("e\u{301}", 1), ("漢字", 4), ("한국", 4), ("ｗｉｄｅ", 8), ("▮▮▯ ─│╭…", 8), ("⚠", 1),
    ("⚠\u{FE0F}", 2),
    ("😀👍🏽", 4), ("👩\u{200D}💻", 2), ("", 0),
  ])
  func `columns are those of terminals`(text: String, columns: Int) {
    #expect(TextLayout.width(of: text) == columns)
  }

  @Test(arguments: RiskCategory.allCases)
  func `a banner is a closed box with the words of the alert and nothing of the screenshot`(category: RiskCategory)
    throws
  {
    for (level, title) in [
      (RiskLevel.medium, "⚠ Possible Scam - Be Cautious"), (.high, "⚠ Likely Scam Detected - Stay Alert"),
    ] {
      let banner = try #require(RiskBanner(Self.report(level, category: category)))
      let lines = banner.lines(columns: 60, style: TerminalStyle(usesColor: false))
      #expect(Set(lines.map(TextLayout.width)) == [60])
      #expect(lines.contains { $0.contains(title) })
      let text = lines.joined(separator: " ")
      #expect(!text.contains("screenshot /") && !text.contains("text of the") && !text.contains("name.png"))
    }
  }

  @Test(arguments: [RiskLevel.low, .unknown])
  func `low and unknown have no banner`(level: RiskLevel) {
    #expect(RiskBanner(Self.report(level)) == nil)
  }

  @Test func `amber and red, and nothing without color`() throws {
    let style = TerminalStyle(usesColor: true)
    let medium = try #require(RiskBanner(Self.report(.medium))).lines(columns: 60, style: style).joined()
    let high = try #require(RiskBanner(Self.report(.high))).lines(columns: 60, style: style).joined()
    #expect(medium.contains("\u{1B}[33") && !medium.contains("\u{1B}[31"))
    #expect(high.contains("\u{1B}[31") && !high.contains("\u{1B}[33"))
  }

  @Test(arguments: [
    ("one two three", 7, ["one two", "three"]), ("abcdefghij", 4, ["abcd", "efgh", "ij"]), ("", 5, [""]),
    ("漢字 a", 5, ["漢字", "a"]),
  ])
  func `text is broken at spaces, and long words are cut`(text: String, width: Int, lines: [String]) {
    #expect(TextLayout.wrap(text, width: width) == lines)
  }

  @Test(
    arguments: [
      (0.0, "just now"), (59, "just now"), (60, "1 min ago"), (3599, "59 min ago"), (3600, "1 h ago"),
      (86_399, "23 h ago"), (86_400, "yesterday"), (172_800, "2 days ago"), (40 * 86_400, "2023-10-05"),
      (-3600, "2023-11-14"),
    ] as [(Double, String)])
  func `times are told as people say them`(seconds: Double, words: String) {
    let now = Date(timeIntervalSince1970: 1_700_000_000)
    #expect(RelativeTime.words(for: now.addingTimeInterval(-seconds), now: now) == words)
  }

  @Test func `a moment is written for people`() {
    #expect(RelativeTime.moment(Date(timeIntervalSince1970: 1_800_000_000.205)) == "2027-01-15 08:00:00 UTC")
  }

  @Test func `nobody is a hundred percent sure`() {
    #expect(RiskWords.percent(0.999) == "over 99 %")
    #expect(RiskWords.percent(0.5) == "50 %")
  }
}

struct BatchSummaryTests {
  private static func report(_ level: RiskLevel, _ code: ScanFailure.Code? = nil) -> ScanReport {
    ScanReport(
      id: "x", path: nil, sha256: nil, source: .manual, capturedAt: nil, scannedAt: Date(), image: nil,
      riskLevel: level,
      confidence: nil, scamProbability: nil, category: .unknown, explanation: "", advice: "", evidence: [], text: nil,
      ocr: nil, requiresReview: false, timings: ScanReport.Timings(),
      error: code.map { FailureCatalog.describe(ScanFailure($0)) })
  }

  private static func status(_ failOn: FailOn, _ reports: ScanReport...) -> Int32 {
    var tally = BatchSummary(failOn: failOn)
    for report in reports { tally.add(report) }
    return tally.status.rawValue
  }

  @Test func `the status follows the threshold`() {
    #expect(Self.status(.medium, Self.report(.low)) == 0)
    #expect(Self.status(.medium, Self.report(.low), Self.report(.medium)) == 1)
    #expect(Self.status(.high, Self.report(.medium)) == 0)
    #expect(Self.status(.high, Self.report(.high)) == 1)
    #expect(Self.status(.never, Self.report(.high)) == 0)
  }

  @Test func `the first failure wins over what was found, and what only informs is none`() {
    #expect(
      Self.status(
        .medium, Self.report(.high), Self.report(.unknown, .unsupportedFormat), Self.report(.unknown, .timedOut)) == 65)
    #expect(Self.status(.medium, Self.report(.unknown, .noTextFound)) == 0)
    #expect(Self.status(.medium, Self.report(.high, .lowConfidence)) == 1)
    #expect(Self.status(.medium, Self.report(.high, .timedOut)) == 75)
  }
}
