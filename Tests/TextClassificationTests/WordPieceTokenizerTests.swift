import Testing

@testable import TextClassification

struct WordPieceTokenizerTests {
  @Test func `texts are cut as training cuts them`() throws {
    let tokenizer = try TextClassifier(path: Fixture.modelPath).tokenizer
    for text in try Fixture.read().texts {
      var ids: [Int32] = []
      tokenizer.append(text.text.unicodeScalars, to: &ids, limit: text.limit)
      #expect(ids == text.ids, "\(text.text)")
    }
  }

  @Test func `every word piece has its number, and nothing else has one`() throws {
    let tokenizer = try TextClassifier(path: Fixture.modelPath).tokenizer
    for (id, piece) in try Fixture.read().vocabulary.enumerated() { #expect(tokenizer.id(of: piece) == Int32(id)) }
    for piece in ["", "##", "accoun", "accountx", "\u{10FFFF}", "[UN", "Your", "zz"] {
      #expect(tokenizer.id(of: piece) == nil)
    }
  }

  @Test func `the limit counts what is there already, and marks come from the caller alone`() throws {
    let tokenizer = try TextClassifier(path: Fixture.modelPath).tokenizer
    let start = try #require(tokenizer.id(of: "[CLS]"))
    var ids = [start]
    tokenizer.append("[CLS] unlocking".unicodeScalars, to: &ids, limit: 5)
    #expect(ids.count == 5)
    #expect(!ids.dropFirst().contains(start))
    let all = ids
    tokenizer.append("more".unicodeScalars, to: &ids, limit: 5)
    tokenizer.append("more".unicodeScalars, to: &ids, limit: 2)
    #expect(ids == all)
  }

  @Test func `a part of a text is cut like a whole one`() throws {
    let tokenizer = try TextClassifier(path: Fixture.modelPath).tokenizer
    let scalars = Array("please call the bank now".unicodeScalars)
    var (part, whole): ([Int32], [Int32]) = ([], [])
    tokenizer.append(scalars[7..<20], to: &part, limit: 9)
    tokenizer.append("call the bank".unicodeScalars, to: &whole, limit: 9)
    #expect(part == whole && part.count == 3)
  }
}
