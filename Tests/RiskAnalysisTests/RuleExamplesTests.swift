import FoundationEssentials
import RiskAnalysis
import ScanModel
import SystemPackage
import Testing
import Yams

/// Each rule of the shipped pack has texts on which it fires, and near misses on which it does not
/// (RuleExamples/GROUP.yaml).
struct RuleExamplesTests {
  struct Examples: Decodable {
    var hits: [String]
    // swift-format-ignore: AlwaysUseLowerCamelCase
    var near_misses: [String]
  }

  private static let folder = FilePath(#filePath).removingLastComponent().appending("RuleExamples")

  private static let all = Result {
    var all: [String: Examples] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.string).sorted() {
      let content = try String(contentsOfFile: folder.appending(name).string, encoding: .utf8)
      let group = try YAMLDecoder().decode([String: Examples].self, from: content)
      // Each rule belongs to one file, so it cannot have two entries.
      for (rule, examples) in group {
        #expect("\(rule.prefix { $0 != "." }).yaml" == name, "\(rule) stands in \(name)")
        all[rule] = examples
      }
    }
    return all
  }

  private static func fires(_ rule: String, on text: String) throws -> Bool {
    if let example = CodeExample(text) { return try example.rules().contains(rule) }
    return try Fixture.rulesAlone().analyzeInDetail(TextPage(plainText: text)).rules.contains(rule)
  }

  @Test func `every rule has examples, and every example a rule`() throws {
    let rules = Set(try Fixture.shipped.get().rules.map(\.id))
    #expect(Set(try Self.all.get().keys) == rules)
  }

  @Test(arguments: try Fixture.shipped.get().rules.map(\.id))
  func `a rule fires on its examples and on nothing that only comes near`(rule: String) throws {
    let examples = try #require(Self.all.get()[rule])
    #expect(!examples.hits.isEmpty && !examples.near_misses.isEmpty)
    for text in examples.hits { #expect(try Self.fires(rule, on: text), "does not fire on: \(text)") }
    for text in examples.near_misses { #expect(try !Self.fires(rule, on: text), "fires on: \(text)") }
  }
}
