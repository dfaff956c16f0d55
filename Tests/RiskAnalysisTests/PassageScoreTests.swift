import RiskAnalysis
import ScanModel
import Testing

/// How reasons add up, with small separate packs.
struct PassageScoreTests {
  private static func pack(_ rules: [String]) throws -> RulePack {
    try RulePack.load(files: [("test.yaml", "rules:\n" + rules.map { "  - {\($0)}\n" }.joined())])
  }

  private static func rule(_ id: String, _ word: String, category: String, weight: Double, hint: Bool = false) -> String
  {
    "id: \(id), category: \(category), weight: \(weight), hint: \(hint), message: says \(word), when: {phrase: \(word)}"
  }

  private static func analyze(_ rules: [String], _ text: String) throws -> RiskAnalyzer.DetailedAssessment {
    RiskAnalyzer(pack: try pack(rules), classifier: nil).analyzeInDetail(TextPage(plainText: text))
  }

  @Test func `hints and haste count in full only beside a claim`() throws {
    let rules = [
      Self.rule("a.hint", "apple", category: "prize", weight: 2, hint: true),
      Self.rule("b.haste", "berry", category: "unknown", weight: 2),
      Self.rule("c.claim", "cherry", category: "prize", weight: 2),
    ]
    #expect(try Self.analyze(rules, "apple and berry and nothing more").sum == 2)
    #expect(try Self.analyze(rules, "apple and berry and cherry too").sum == 6)
    #expect(try Self.analyze(rules, "only the cherry is here").sum == 2)
  }

  @Test func `rules of one group add less and less, and one stands for all in the evidence`() throws {
    let rules = [
      Self.rule("a.one", "apple", category: "prize", weight: 4),
      Self.rule("a.two", "berry", category: "prize", weight: 2),
      Self.rule("a.three", "cherry", category: "prize", weight: 2),
      Self.rule("b.other", "date", category: "prize", weight: 2),
    ]
    let details = try Self.analyze(rules, "apple berry cherry date")
    #expect(details.sum == 4 + 1 + 0.5 + 2)
    #expect(details.assessment.evidence.map(\.rule) == ["a.one", "b.other"])
    #expect(details.assessment.evidence.map(\.weight) == [5.5, 2])
  }

  @Test func `reasons against count in full, claim or not`() throws {
    let rules = [
      Self.rule("a.haste", "apple", category: "unknown", weight: 2),
      Self.rule("b.against", "berry", category: "none", weight: -3),
    ]
    #expect(try Self.analyze(rules, "apple and berry stand here").sum == -2)
  }

  @Test func `a claim speaks for its group even where a hint weighs more`() throws {
    let rules = [
      Self.rule("a.hint", "apple", category: "prize", weight: 4, hint: true),
      Self.rule("a.claim", "berry", category: "prize", weight: 2),
    ]
    #expect(try Self.analyze(rules, "apple and berry stand here").assessment.evidence.map(\.rule) == ["a.claim"])
  }

  @Test func `the same message weighs less the more other text is on the page`() throws {
    let rules = [Self.rule("a.claim", "apple", category: "prize", weight: 4)]
    let other = String(repeating: "Somebody wrote about gardens and trains here.\n\n", count: 60)
    let alone = try Self.analyze(rules, "There is an apple in it")
    let among = try Self.analyze(rules, other + "There is an apple in it\n\n" + other)
    #expect(alone.offset == 0)
    #expect(among.offset < -1)
    #expect(among.sum < alone.sum)
    #expect(among.rules == ["a.claim"])
  }

  @Test func `a hint must be true or false`() throws {
    #expect(throws: RulePackFailure.self) {
      try Self.pack(["id: a, category: prize, weight: 1, hint: perhaps, message: says it, when: {phrase: apple}"])
    }
  }
}
