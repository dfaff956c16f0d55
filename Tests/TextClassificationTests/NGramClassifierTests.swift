import LinuxSystem
import TestSupport
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

  @Test func `each of several classes has its own weights and bias`() throws {
    let table = try #require(classifier.table("ngram_weights"))
    let folder = TemporaryFolder()
    let both = (0..<table.count).flatMap { [UInt8(bitPattern: table[$0]), UInt8(bitPattern: 0 &- table[$0])] }
    Files.write(folder("table"), both)
    let memory = try MappedFile(
      descriptor: OwnedDescriptor.openFile(folder("table"), followingSymlinks: false), sizes: 1...(1 << 30))
    let all = ModelTable(memory: memory, range: 0..<both.count)
    let classes = try #require(NGramClassifier(weights: all, scale: 0.125, bias: [-1.5, 0.5]))
    let words = [Array("parcel".utf8)]
    let sums = classes.logOdds(of: words)
    #expect(sums[0] == ngrams.logOdds(of: words)[0] && sums[0] != -1.5)
    #expect(abs(sums[1] - (0.5 - (sums[0] + 1.5))) < 1e-9)
    #expect(NGramClassifier(weights: all, scale: 1, bias: [0, 0, 0]) == nil)
  }

  @Test func `a passage without words has the bias`() { #expect(ngrams.logOdds(of: []) == [-1.5]) }

  @Test func `a table of another size is no model`() throws {
    #expect(classifier.table("missing") == nil)
    let table = try #require(classifier.table("ngram_weights"))
    let part = ModelTable(memory: table.memory, range: table.range.dropLast())
    #expect(NGramClassifier(weights: part, scale: 1, bias: [0]) == nil)
  }
}
