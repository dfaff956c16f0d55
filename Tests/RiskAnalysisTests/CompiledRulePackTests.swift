import ScanModel
import SystemPackage
import Testing

@testable import RiskAnalysis

struct CompiledRulePackTests {
  private static let bytes = Result { () throws(RulePackFailure) in
    CompiledRulePack.bytes(of: try Fixture.shipped.get())
  }

  @Test func `a folder without rules adds none, and levels are not for rules of one's own`() throws {
    let own = try TemporaryRules()
    defer { own.remove() }
    let base = try CompiledRulePack.read(try Self.bytes.get())
    #expect(try base.adding(directory: own.path).rules.map(\.id) == base.rules.map(\.id))
    try own.write("own.yaml", Array("model: {medium: 0.95, high: 0.99}\n".utf8))
    let failure = #expect(throws: RulePackFailure.self) { try base.adding(directory: own.path) }
    #expect(failure?.problems.first?.reason.hasPrefix("unknown section \"model\"") == true)
  }

  @Test func `a compiled pack is the pack that was compiled`() throws {
    let (made, read) = (try Fixture.shipped.get(), try CompiledRulePack.read(try Self.bytes.get()))
    #expect(read.version == made.version && read.date == made.date && read.calibration == made.calibration)
    #expect(read.advice == made.advice && read.signals == made.signals && read.signalCount == made.signalCount)
    #expect(read.brandOfSignal == made.brandOfSignal && read.exclusionOfSignal == made.exclusionOfSignal)
    // Rules and brands contain no dictionaries, which would print in a different order each time.
    #expect(read.rules.map { "\($0)" } == made.rules.map { "\($0)" })
    #expect(read.brands.map { "\($0)" } == made.brands.map { "\($0)" })
    for list in DomainLists.List.allCases { #expect(read.lists.entries(of: list) == made.lists.entries(of: list)) }
    #expect(CompiledRulePack.bytes(of: read) == (try Self.bytes.get()))
  }

  @Test func `compiling twice gives the same bytes`() throws {
    let again = CompiledRulePack.bytes(of: try RulePack.load(directory: Fixture.rulesDirectory))
    #expect(again == (try Self.bytes.get()))
  }

  @Test func `a compiled pack judges like the files it was made of`() throws {
    let pack = try CompiledRulePack.read(try Self.bytes.get())
    let (compiled, plain) = (RiskAnalyzer(pack: pack, classifier: nil), try Fixture.rulesAlone())
    for message in try Fixture.messages("scams.jsonl") + Fixture.messages("look_alikes.jsonl") {
      let page = TextPage(plainText: message.text)
      let (one, other) = (compiled.analyzeInDetail(page), plain.analyzeInDetail(page))
      #expect(one.rules == other.rules && one.sum == other.sum && one.assessment == other.assessment)
    }
  }

  @Test func `rules of a user are added to a compiled pack as to the files`() throws {
    let own = try TemporaryRules()
    defer { own.remove() }
    let yaml = """
      lists: {shorteners: larks.pur}
      brands: {bank: {"Larkspur Bank": larkspur-bank.com}}
      signals: [{id: own_words, phrases: [the larkspur blooms ... tonight]}]
      rules:
        - {id: own.rule, category: impersonation, message: says so, weight: 9, when: {all: [{signal: own_words}, {signal: deadline}]}}
      weights: {link.foreign_to_brand: 1.25}
      """
    try own.write("own.yaml", Array(yaml.utf8))
    let pack = try CompiledRulePack.read(try Self.bytes.get()).adding(directory: own.path)
    let text = "Within 24 hours the larkspur blooms again tonight. Larkspur Bank, https://larks.pur/x"
    let found = RiskAnalyzer(pack: pack, classifier: nil).analyzeInDetail(TextPage(plainText: text)).rules
    // The user's own come last.
    let files = try RuleFiles.read(Fixture.rulesDirectory) + [("own.yaml", yaml)]
    let plain = try RulePack.load(files: files)
    #expect(found.contains("own.rule") && found.contains("link.foreign_to_brand"))
    #expect(found == RiskAnalyzer(pack: plain, classifier: nil).analyzeInDetail(TextPage(plainText: text)).rules)
    #expect(pack.rules.first { $0.id == "link.foreign_to_brand" }?.weight == 1.25)
    #expect(pack.urlClassifier.brands(named: URLClassifier.canonical("larkspurbank")).count == 1)
  }

  @Test func `what is no pack, of another version, cut off or damaged is told apart`() throws {
    let bytes = try Self.bytes.get()
    func reason(_ bytes: [UInt8]) -> CompiledRulePackFailure.Reason? {
      do throws(CompiledRulePackFailure.Reason) {
        _ = try CompiledRulePack.read(bytes)
        return nil
      } catch {
        return error
      }
    }
    #expect(reason(bytes) == nil)
    #expect(reason([]) == .foreign)
    #expect(reason(Array("rules: []".utf8)) == .foreign)
    #expect(reason(Array(bytes.prefix(12))) == .cutOff)
    #expect(reason(Array(bytes.dropLast())) == .damaged)
    var changed = bytes
    changed[8] ^= 1
    #expect(reason(changed) == .otherVersion)
    changed = bytes
    changed[bytes.count / 2] ^= 1
    #expect(reason(changed) == .damaged)
    #expect(reason(CompiledRulePack.sealed(Array(bytes.dropLast(100)))) == .cutOff)
    #expect(reason(CompiledRulePack.sealed(bytes + [0])) == .outOfRange)
  }

  @Test func `a lexicon whose next word would have no number is refused`() throws {
    var writer = BinaryWriter()
    Lexicon().write(to: &writer)
    var reader = BinaryReader(bytes: writer.bytes, position: 0)
    _ = try Lexicon(reading: &reader)
    var last = BinaryWriter()
    last.number(Int32.max)
    var damaged = BinaryReader(bytes: last.bytes + writer.bytes.dropFirst(last.bytes.count), position: 0)
    #expect(throws: CompiledRulePackFailure.Reason.outOfRange) { try Lexicon(reading: &damaged) }
  }

  @Test func `a failure names the file`() throws {
    let folder = try TemporaryRules()
    defer { folder.remove() }
    let missing = #expect(throws: CompiledRulePackFailure.self) { try RulePack.load(compiledIn: folder.path) }
    #expect(missing?.reason == .missing && missing?.description.hasPrefix("\(folder.path)/rules.pack: ") == true)
    try folder.write("rules.pack", try Self.bytes.get())
    #expect(try RulePack.load(compiledIn: folder.path).rules.count == (try Fixture.shipped.get().rules.count))
  }
}
