import RiskAnalysis
import ScanModel
import Testing

/// The work is counted in steps, not seconds, so that a busy machine cannot fail the test.
struct HostileTextTests {
  static let pieces = [
    "a", "aaaa ", "your account ", "send me the ", "http://a.b/", "1", "12 ", "$", "+1 ", "urgent\n\n", "@",
    "-----BEGIN ",
    "do not share your account code 123456 within 24 hours ", "\u{200B}", "é\u{301}", "never ", "|", "password: ",
  ]

  private func text(_ piece: String, scalars: Int) -> String {
    String(repeating: piece, count: scalars / piece.unicodeScalars.count)
  }

  @Test(arguments: pieces)
  func `twice the text is at most about twice the work`(piece: String) throws {
    let analyzer = try Fixture.rulesAlone()
    let half = analyzer.analyzeInDetail(TextPage(plainText: "x " + text(piece, scalars: 16_000))).steps
    let whole = analyzer.analyzeInDetail(TextPage(plainText: "x " + text(piece, scalars: 32_000))).steps
    #expect(Double(whole) <= 2.3 * Double(half) + 10_000)
  }

  @Test(arguments: pieces)
  func `the work for each scalar is bounded`(piece: String) throws {
    let steps = try Fixture.rulesAlone().analyzeInDetail(TextPage(plainText: "x " + text(piece, scalars: 65_536))).steps
    #expect(steps <= 300 * 65_536)
  }

  @Test func `text beyond the limit is not looked at`() throws {
    let scam = "\n\nYour account is suspended, verify at account-verify.top within 24 hours."
    let padding = String(repeating: "x ", count: RiskAnalyzer.maximumLength / 2)
    #expect(try Fixture.assess(padding + scam).level == .low)
  }
}
