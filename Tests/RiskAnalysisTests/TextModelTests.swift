import ScanModel
import Testing

@testable import RiskAnalysis

struct TextModelTests {
  private func features(_ text: String) -> (features: TextFeatures, tokens: [Token]) {
    let scalars = Array(text.unicodeScalars)
    let found = Tokenizer.tokens(of: scalars, entities: EntityScanner.entities(in: scalars), lexicon: Lexicon())
    return (TextFeatures(tokens: found.tokens, folded: found.folded, bits: 18), found.tokens)
  }

  /// The numbers that `training/text_features.py` computes for the same words.
  @Test(
    arguments: [
      ("Parcel", [18_513, 190_507, 132_037, 161_932, 45_758, 205_723, 44_000, 120_614, 68_849, 28_957]),
      ("verify", [3_302, 66_350, 222_283, 93_078, 243_830, 13_249, 133_602, 126_883, 140_952, 167_362]),
      ("ok", [54_631, 77_025]),
      ("банк", [41_759, 214_364, 95_509, 90_057, 114_737, 137_680]),
      ("https://example.com/pay", [132_896]),
    ] as [(String, [Int32])])
  func `a word has the features that training gave it`(word: String, expected: [Int32]) {
    let (features, tokens) = features(word)
    #expect(tokens.count == 1)
    #expect(Array(features.places(of: 0)) == expected)
  }

  @Test func `neighboring words form a pair, the first has none`() {
    let (features, tokens) = features("your parcel")
    #expect(tokens.count == 2)
    #expect(features.pair(endingAt: 0) == -1)
    #expect(features.pair(endingAt: 1) == 164_381)
  }

  private func model(_ weights: [Int32: Int8]) -> TextModel {
    var table = [Int8](repeating: 0, count: 1 << 18)
    for (place, weight) in weights { table[Int(place)] = weight }
    return TextModel(
      bits: 18, weights: table, unit: 0.1, intercept: -1,
      signalWeights: EntitySignal.allCases.map { $0 == .linkAny ? 0.75 : 0 }, share: 0.5, limits: -2...5, fullLength: 4,
      calibration: RiskModel(intercept: -2, slope: 1, medium: 0.6, high: 0.95))
  }

  /// A pack with one rule for and one against, and a model that dislikes one word.
  private func pack() throws -> RulePack {
    let yaml = """
      rules:
        - {id: a.b, category: prize, message: says alpha, weight: 1, when: {phrase: alpha}}
        - {id: context.c, category: none, message: says omega, weight: -0.1, when: {phrase: omega}}
      """
    var pack = try RulePack.load(from: ["test.yaml": yaml])
    pack.textModel = model([18_513: 127, 54_631: 10])
    return pack
  }

  private func judge(_ text: String) throws -> RiskAnalyzer.Judgement {
    RiskAnalyzer(pack: try pack()).judge(TextPage(plainText: text))
  }

  @Test func `what the model says is the sum of the features over the root of their number`() throws {

    let sum = try judge("mine mine mine parcel parcel").sum
    // Places: "mine" 6, "parcel" 10, and the pairs mine-mine, mine-parcel, parcel-parcel.
    let score = -1 + 0.1 * 127 / 19.0.squareRoot()
    #expect(abs(sum - 0.5 * score) < 1e-9)
  }

  @Test func `rules and wording add up, and a reason against keeps the wording from counting`() throws {
    let wording = try judge("mine mine mine parcel parcel").sum
    #expect(wording > 0)
    let both = try judge("mine mine mine parcel parcel alpha")
    #expect(both.rules == ["a.b"])
    #expect(both.sum > 0.5)
    let excused = try judge("mine mine mine parcel parcel omega")
    #expect(abs(excused.sum - -0.1) < 1e-9)
  }

  @Test func `a link counts by its signal`() throws {
    let without = try judge("mine mine mine mine").sum
    #expect(abs(without - -0.5) < 1e-9)
    #expect(abs(try judge("mine mine mine https://example.com").sum - 0.5 * (-1 + 0.75)) < 1e-9)
  }

  @Test func `the words that say most are the evidence, and the explanation is honest about it`() throws {
    var pack = try pack()
    pack.textModel?.share = 2
    let text = "mine mine mine mine parcel parcel mine mine mine mine"
    let assessment = RiskAnalyzer(pack: pack).analyze(TextPage(plainText: text))
    #expect(assessment.level == .medium)
    #expect(assessment.evidence.map(\.rule) == [RiskWording.wordingRule])
    #expect(assessment.evidence.first?.excerpt == "parcel parcel")
    #expect(assessment.explanation.contains("no single sign"))
    #expect(RiskWording.problem(in: assessment.explanation) == nil)
    #expect(RiskWording.problem(inMessage: RiskWording.wordingMessage) == nil)
    #expect(assessment.category == .unknown)
  }

  @Test func `every alarm names a reason`() throws {
    for message in try Fixture.messages("scams.jsonl") {
      let assessment = try Fixture.assess(message.text)
      guard assessment.level != .low else { continue }
      #expect(assessment.evidence.contains { $0.weight > 0 }, "\(message.text)")
    }
  }

  @Test func `without the model the rules decide as before`() throws {
    let pack = try pack().withoutTextModel()
    let judgement = RiskAnalyzer(pack: pack).judge(TextPage(plainText: "mine mine mine parcel parcel"))
    #expect(judgement.sum == 0)
    #expect(judgement.assessment.evidence.isEmpty)
  }

  @Test(arguments: [
    "482913 is your verification code. It expires in 10 minutes. Do not share it with anyone.",
    "Your Google verification code is 884213",
    "Ihr Bestätigungscode lautet 551904. Geben Sie ihn niemandem weiter.",
    "Votre code de vérification est 301992. Ne le partagez avec personne.",
    "Use 7712 to sign in to your account. If you did not ask for this code, you can ignore this message.",
    "Tu código de verificación es 440981. No lo compartas.",
    "G-330219 is your code. Never share it. Our staff will never ask for it.",
    "Transaction of EUR 25.10 at SUPERMARKET: your 3-D Secure code is 920133. Do not give it to anyone.",
  ])
  func `a genuine code never alarms`(text: String) throws { #expect(try Fixture.assess(text).level == .low, "\(text)") }
}
