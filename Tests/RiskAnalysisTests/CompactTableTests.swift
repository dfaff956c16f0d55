import Testing
import TextEntities

@testable import RiskAnalysis

/// The tables that hold companies and phrases in few memory blocks.
struct CompactTableTests {
  @Test func `numbers of a word are found in ascending order, doubles once`() {
    let words: [[UInt32]] = (0..<1_000).map { [UInt32($0 % 10), UInt32($0 / 10)] }
    let index = HashIndex(
      words.enumerated().flatMap { number, word in
        [(WordHash(word), Int32(number + 1_000)), (WordHash(word), Int32(number)), (WordHash(word), Int32(number))]
      })
    for (number, word) in words.enumerated() {
      // Other words may have the same hash.
      let found = Array(index.numbers(of: WordHash(word))).filter { words[Int($0 % 1_000)] == word }
      #expect(found == [Int32(number), Int32(number + 1_000)])
    }
  }

  @Test func `an unknown word has no numbers`() {
    #expect(HashIndex([]).numbers(of: WordHash([1])).isEmpty)
    #expect(HashIndex([(WordHash([1]), 1)]).numbers(of: WordHash([2])).isEmpty)
  }

  @Test func `lists keep their items in the order in which they came`() {
    let list = JaggedArray<Int32>([(2, 5), (0, 1), (2, 4), (0, 9), (2, 5)], rowCount: 4)
    #expect(list.rowCount == 4)
    #expect((0..<4).map { Array(list[$0]) } == [[1, 9], [], [5, 4, 5], []])
  }

  @Test func `a company's own domain in capitals or with more labels still belongs to it`() {
    let brand = Brand(
      name: "Example Bank", kind: .bank, domains: ["example-bank.com", "bank.co.uk"], isCaseSensitive: false)
    let other = Brand(name: "Other Bank", kind: .bank, domains: ["bank.co.uk"], isCaseSensitive: false)
    let classifier = URLClassifier(brands: [brand, other], lists: DomainLists())
    func owners(_ text: String) -> [Int]? {
      EntityScanner.entities(in: Array(text.unicodeScalars)).compactMap(\.link).first.map {
        classifier.classify($0).owners
      }
    }
    #expect(owners("https://login.example-bank.com/a") == [0])
    #expect(owners("https://www.bank.co.uk/") == [0, 1])
    #expect(owners("https://example-bank.org/") == [])
  }
}
