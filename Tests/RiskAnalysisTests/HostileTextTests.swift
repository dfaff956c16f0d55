import RiskAnalysis
import ScanModel
import TestSupport
import Testing
import TextEntities

/// Work is counted in steps, not seconds, so that a busy machine cannot fail the test.
struct HostileTextTests {
  @Test(arguments: HostileText.pieces)
  func `twice the text is at most twice the work`(piece: String) throws {
    let analyzer = try Fixture.rulesAlone()
    let half = analyzer.analyzeInDetail(TextPage(plainText: "x " + HostileText.repeating(piece, scalars: 16_000))).steps
    let whole = analyzer.analyzeInDetail(TextPage(plainText: "x " + HostileText.repeating(piece, scalars: 32_000)))
      .steps
    // What is between two halves is in the whole only.
    #expect(whole <= 2 * half + 2_000)
  }

  @Test(arguments: HostileText.pieces)
  func `the work for each scalar is bounded`(piece: String) throws {
    let steps = try Fixture.rulesAlone().analyzeInDetail(
      TextPage(plainText: "x " + HostileText.repeating(piece, scalars: 65_536))
    ).steps
    #expect(steps <= 300 * 65_536)
  }

  @Test func `what an earlier stage gave up on makes a harmless page unknown`() throws {
    let page = TextPage(plainText: "See you at lunch tomorrow, then we can talk about the garden and the trip.")
    var budget = JudgingBudget(deadline: nil)
    let analyzer = try Fixture.rulesAlone()
    #expect(analyzer.analyze(page, budget: budget).level == .low)
    budget.giveUp()
    let part = analyzer.analyze(page, budget: budget)
    #expect(part.level == .unknown && !part.isComplete)
    #expect(!analyzer.analyze(TextPage(plainText: "1 2"), budget: budget).isComplete)
  }

  @Test func `a page with more links than are looked at is not called safe`() throws {
    let analyzer = try Fixture.rulesAlone()
    func assess(links: Int) -> RiskAssessment {
      analyzer.analyze(TextPage(plainText: String(repeating: "See https://example.com/ too. ", count: links)))
    }
    #expect(assess(links: EntityScanner.maximumLinks - 1).isComplete)
    let part = assess(links: EntityScanner.maximumLinks + 1)
    #expect(!part.isComplete && part.level != .low)
    func steps(words: Int) -> Int {
      let links = String(repeating: "service@paypal.com ", count: EntityScanner.maximumLinks)
      return analyzer.analyzeInDetail(TextPage(plainText: links + String(repeating: "word ", count: words))).steps
    }
    #expect(steps(words: 0) == steps(words: 1_000))
  }

  @Test func `text beyond the limit is not looked at, and the page not called safe`() throws {
    let scam = "\n\nYour account is suspended, verify at account-verify.top within 24 hours."
    let padding = String(repeating: "x ", count: RiskAnalyzer.maximumLength / 2)
    #expect(try Fixture.assess(padding + scam).level == .unknown)
  }
}
