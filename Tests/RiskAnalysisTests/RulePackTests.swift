import RiskAnalysis
import ScanModel
import SystemPackage
import Testing

struct RulePackTests {
  @Test func `the shipped rules load, and are few enough to be read`() throws {
    let pack = try Fixture.shipped.get()
    #expect(pack.version >= 1)
    #expect(pack.date.count == 10)
    // The model knows wording better; rules are for what it cannot know: links, brands, identifiers, vetoes.
    #expect(pack.rules.count { !$0.id.hasPrefix("code.") } <= 120)
    // The model does not see codes at all.
    #expect(pack.rules.count { $0.id.hasPrefix("code.") } <= 18)
    #expect(Set(pack.rules.map(\.id)).count == pack.rules.count)
  }

  @Test func `no reason for a scam speaks against one`() throws {
    for rule in try Fixture.shipped.get().rules { #expect((rule.weight < 0) == (rule.category == .none), "\(rule.id)") }
  }

  @Test func `every shipped rule has measured hit rates`() throws {
    for rule in try Fixture.shipped.get().rules {
      #expect(rule.measured != nil, "\(rule.id)")
    }
  }

  private func problems(_ yaml: String) -> [String] {
    do throws(RulePackFailure) {
      _ = try RulePack.load(files: [("bad.yaml", yaml)])
      return []
    } catch { return error.problems.map(\.description) }
  }

  private func rule(_ change: String) -> String {
    "rules:\n  - {id: a.b, category: prize, message: says so, weight: 1, when: {phrase: won it}\(change)}\n"
  }

  @Test func `a good rule loads`() { #expect(problems(rule("")) == []) }

  @Test(arguments: [
    ("rules:\n  - id: a\n    colour: red\n", "bad.yaml:3: unknown key \"colour\""),
    ("rulez: []\n", "bad.yaml:1: unknown section \"rulez\""),
    ("signals:\n  - {id: s, phrases: ['']}\n", "a phrase must be text"),
    ("signals:\n  - {id: s, phrases: ['... a']}\n", "must not begin with a gap"),
    ("signals:\n  - {id: s, phrases: ['a (b|c']}\n", "missing \")\""),
    ("signals:\n  - {id: s, phrases: ['a <colour>']}\n", "unknown class <colour>"),
    ("signals:\n  - {id: s, phrases: ['ab*']}\n", "needs 3 letters"),
    ("signals:\n  - {id: s, phrases: ['[a]']}\n", "at least one certain word"),
    ("signals:\n  - {id: s, phrases: [a]}\n  - {id: s, phrases: [b]}\n", "bad.yaml:3: the signal \"s\" exists already"),
    ("rules:\n  - {id: a, category: lottery, message: m, weight: 1, when: {phrase: x}}\n", "unknown category"),
    ("rules:\n  - {id: a, category: none, message: m, weight: 1, when: {phrase: x}}\n", "negative weight"),
    ("rules:\n  - {id: a, category: prize, message: Act now!, weight: 1, when: {phrase: x}}\n", "small letter"),
    ("rules:\n  - {id: a, category: prize, message: act now!, weight: 1, when: {phrase: x}}\n", "exclamation"),
    ("rules:\n  - {id: a, category: prize, message: m, weight: 1, when: {signal: nowhere}}\n", "no signal \"nowhere\""),
    ("rules:\n  - {id: a, category: prize, message: m, weight: 1, when: {link: purple}}\n", "unknown link \"purple\""),
    ("rules:\n  - {id: a, category: prize, message: m, weight: heavy, when: {phrase: x}}\n", "must be a number"),
    ("rules: [\n", "not valid YAML"),
    ("weights: {nobody: 1}\n", "no rule \"nobody\""),
    ("model: {medium: 0.9, high: 0.5}\n", "medium must be below high"),
  ])
  func `a mistake is named with its file and line`(yaml: String, expected: String) throws {
    let problems = problems(yaml)
    #expect(problems.contains { $0.contains(expected) }, "\(problems)")
  }

  @Test func `all problems are reported at once`() {
    let yaml =
      rule("") + "  - {id: a.b, category: prize, message: says so, weight: 0, when: {phrase: x}}\n  - {id: B}\n"
    #expect(problems(yaml).count >= 6)
  }

  @Test func `a weight may not change its sign`() {
    #expect(problems(rule("") + "weights: {a.b: -1}\n") == ["bad.yaml:3: the weight of \"a.b\" must keep its sign"])
  }

  @Test func `a directory without rules is a failure, not an empty pack`() {
    #expect(throws: RulePackFailure.self) { try RulePack.load(directory: "/nonexistent/rules") }
  }
}
