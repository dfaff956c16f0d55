import SystemPackage
import TestSupport
import Testing

@testable import RiskAnalysis

struct GlossaryTests {
  private static let commonWords = """
    en\tthe you your is and to
    de\tder die das sie ihr und ist
    fr\tle la les vous votre est et l'
    """
  private static let entries = """
    de\tdas\tthe
    de\tihr\tyour
    de\tkonto\taccount
    de\tlieferung\tdelivery
    de\tdatum\tdate
    de\tsie\tyou
    de\tlarkspur\t=
    fr\targent\tmoney
    fr\tcompte\taccount
    fr\tl'\tthe
    fr\tvotre\tyour
    fr\tveuillez\tplease do
    fr\ty\t-
    """

  private let glossary: Glossary

  init() throws { glossary = try #require(Glossary(commonWords: Self.commonWords, entries: Self.entries)) }

  private func gloss(_ word: String, _ language: Glossary.Language) -> String? {
    glossary.gloss(of: Array(word.unicodeScalars), in: language)
  }

  @Test(arguments: [
    ("konto", 1, "account"), ("konten", 1, nil), ("unknown", 1, nil), ("larkspur", 1, nil), ("konto", 2, nil),
    ("veuillez", 2, "please do"), ("y", 2, ""),
    // Elided words, endings and compounds.
    ("l'argent", 2, "the money"), ("l'inconnu", 2, "the inconnu"), ("comptes", 2, "account"),
    ("lieferungen", 1, "delivery"), ("lieferungsdatum", 1, "delivery date"), ("kontodatum", 1, "account date"),
    // The name is not an inflected word, and French has no such compounds.
    ("larkspurs", 1, nil), ("argentcompte", 2, nil),
  ])
  func `a word has the English of its entry, or of its parts`(word: String, language: Int, expected: String?) {
    #expect(gloss(word, language) == expected)
  }

  private func languages(_ text: String) -> [Glossary.Language?] {
    glossary.languages(of: text.split(separator: " ").map { $0 == "-" ? nil : Array($0.unicodeScalars) })
  }

  @Test func `long words are left as they are, in no time`() {
    let elided = String(repeating: "l'", count: 30_000) + "argent"
    #expect(gloss(elided, 2) == nil && gloss(String(repeating: "konto", count: 9), 1) == nil)
    #expect(gloss(String(repeating: "a", count: 60_000), 1) == nil)
    #expect(languages("\(elided) vous votre").last == 2)
  }

  @Test func `the common words around a word say in which language it is`() {
    #expect(languages("das ist ihr konto").allSatisfy { $0 == 1 })
    #expect(languages("- votre compte est fermé").allSatisfy { $0 == 2 })
    #expect(languages("l'argent est la").allSatisfy { $0 == 2 })
    #expect(languages("your account is closed and you").allSatisfy { $0 == 0 })
    // One common word can be a name, and as many of two languages say nothing.
    #expect(languages("die hard konto") == [nil, nil, nil])
    #expect(languages("das ist le compte est").allSatisfy { $0 == nil })
    #expect(languages("").isEmpty)
  }

  @Test func `a page may be in two languages`() {
    let filler = Array(repeating: "konto", count: 30).joined(separator: " ")
    let found = languages("the message is for you \(filler) das ist ihr konto und sie")
    #expect(found.first == 0 && found.last == 1)
    // In between, where no common word is near, the language of the page.
    #expect(found[18] == 1)
  }

  @Test(arguments: [
    ("en the", "en\tthe\tthe"), ("en\tthe", "fr\tle\tthe"), ("en\tthe", "en\tthe"),
    ((0...31).map { "l\($0)\tx" }.joined(separator: "\n"), "l0\tx\ty"),
  ])
  func `lines of another form are refused`(commonWords: String, entries: String) {
    #expect(Glossary(commonWords: commonWords, entries: entries) == nil)
  }

  @Test func `a compiled glossary is the one that was compiled, and damage is noticed`() throws {
    var writer = BinaryWriter()
    glossary.write(to: &writer)
    var reader = BinaryReader(bytes: writer.bytes, position: 0)
    let read = try Glossary(reading: &reader)
    #expect(reader.isAtEnd)
    #expect(read.gloss(of: Array("lieferungsdatum".unicodeScalars), in: 1) == "delivery date")
    #expect(read.languages(of: [Array("das".unicodeScalars), Array("ist".unicodeScalars)]) == [1, 1])
    // Without its last gloss, an index leads past the end.
    var cut = BinaryWriter()
    try #require(Glossary(commonWords: Self.commonWords, entries: "de\tkonto\taccount")).write(to: &cut)
    var other = BinaryReader(bytes: Array(cut.bytes.dropLast(19)) + Array(repeating: 0, count: 8), position: 0)
    #expect(throws: CompiledRulePackFailure.Reason.self) { try Glossary(reading: &other) }
  }

  @Test func `the shipped one has words as the encoder gets them, each once, and short English`() throws {
    let content = String(decoding: Files.contents(Fixture.rulesDirectory.appending("glossary.tsv")), as: UTF8.self)
    var last = ""
    for line in content.split(separator: "\n") {
      let fields = line.split(separator: "\t")
      try #require(fields.count == 3, "\(line)")
      let isWord = fields[1].allSatisfy { $0.isASCII && $0.isLowercase || $0 == "'" || $0 == "-" }
      let isGloss = fields[2].allSatisfy { $0.isASCII && $0.isLowercase || $0.isNumber || " '=-".contains($0) }
      #expect(isWord && isGloss && fields[2].split(separator: " ").count <= 3, "\(line)")
      let key = "\(fields[0])\t\(fields[1])"
      #expect(last < key, "\(line)")
      last = key
    }
  }
}
