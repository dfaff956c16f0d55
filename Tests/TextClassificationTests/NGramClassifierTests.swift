import Testing

@testable import TextClassification

struct NGramClassifierTests {
  private let classifier: TextClassifier
  private let ngrams: NGramClassifier

  init() throws {
    classifier = try TextClassifier(path: Fixture.modelPath)
    let table = try #require(classifier.table("ngram_weights"))
    ngrams = try #require(NGramClassifier(weights: table, scale: 0.125, bias: [-1.5]))
  }

  @Test func `log-odds are those that training computes`() throws {
    let lines = try Fixture.read().lines
    #expect(lines.count == 5)
    for line in lines {
      let logOdds = ngrams.logOdds(of: line.line.split(separator: " ").map { Array($0.utf8) })[0]
      #expect(abs(logOdds - line.logOdds) < 1e-9, "\(line.line)")
    }
  }

  @Test func `a passage without words has the bias`() { #expect(ngrams.logOdds(of: []) == [-1.5]) }

  @Test func `a table of another size is no model`() throws {
    #expect(classifier.table("missing") == nil)
    let table = try #require(classifier.table("ngram_weights"))
    let part = ModelTable(memory: table.memory, range: table.range.dropLast())
    #expect(NGramClassifier(weights: part, scale: 1, bias: [0]) == nil)
  }
}
