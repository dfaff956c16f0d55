import FoundationEssentials
import ScanModel
import SystemPackage
import Testing
import TextClassification
import TextEntities

@testable import RiskAnalysis

/// The shipped rules, and the messages written for the tests.
enum Fixture {
  struct Message: Decodable, Sendable, CustomTestStringConvertible {
    var text: String
    var label: String
    var category: String?
    var kind: String?
    var lang: String

    var testDescription: String { String(text.prefix(60)) }
  }

  private static let here = FilePath(#filePath).removingLastComponent()
  static let repository = here.removingLastComponent().removingLastComponent()

  static let rulesDirectory = repository.appending("Sources/RiskAnalysis/Rules")

  static let shipped = Result { () throws(RulePackFailure) in try RulePack.load(directory: rulesDirectory) }

  static let modelFile = repository.appending("Sources/RiskData/scam-encoder.model")

  private static let classifier = Result { try ScamClassifier(TextClassifier(path: modelFile)) }

  /// The shipped rules and encoder.
  static func analyzer() throws -> RiskAnalyzer {
    RiskAnalyzer(pack: try shipped.get(), classifier: try classifier.get())
  }

  static func rulesAlone() throws -> RiskAnalyzer { RiskAnalyzer(pack: try shipped.get(), classifier: nil) }

  static func assess(_ text: String) throws -> RiskAssessment { try analyzer().analyze(TextPage(plainText: text)) }

  static func features(_ text: String, _ pack: RulePack) -> PageFeatures {
    PageFeatures(of: TextPage(plainText: text), pack: pack, shouldStop: { false })
  }

  static func link(_ address: String) throws -> Link {
    try #require(EntityScanner.entities(in: Array(address.unicodeScalars)).first?.link)
  }

  static func messages(_ name: String) throws -> [Message] {
    let content = try String(contentsOfFile: here.appending("Messages").appending(name).string, encoding: .utf8)
    return try content.split(separator: "\n").map { try JSONDecoder().decode(Message.self, from: Data($0.utf8)) }
  }

  /// A pack of one rule with these phrases, to test matching alone.
  static func pack(phrases: [String], unless: [String] = []) throws -> RulePack {
    let list = { (phrases: [String]) in phrases.map { "'\($0)'" }.joined(separator: ", ") }
    let exclusions = unless.isEmpty ? "" : ", unless: [\(list(unless))]"
    let yaml = """
      signals:
        - {id: wanted, phrases: [\(list(phrases))]\(exclusions)}
      rules:
        - {id: wanted, category: unknown, message: says it, weight: 5, when: {signal: wanted}}
      """
    return try RulePack.load(files: [("test.yaml", yaml)])
  }

  /// Whether any of the phrases is found in the text.
  static func finds(_ phrases: [String], unless: [String] = [], in text: String) throws -> Bool {
    let analyzer = RiskAnalyzer(pack: try pack(phrases: phrases, unless: unless), classifier: nil)
    return analyzer.analyzeInDetail(TextPage(plainText: text)).rules == ["wanted"]
  }
}
