import TestSupport
import Testing

@testable import Redaction

/// How well random parts of a path are told from words; measured, because both mistakes cost something.
struct RandomPartTests {
  private static let rounds = 2_000

  private func share(_ seed: UInt64, _ make: (inout SeededGenerator) -> String) -> Double {
    var random = SeededGenerator(seed: seed)
    let hits = (0..<Self.rounds).count { _ in RandomPart.isRandom(Array(make(&random).unicodeScalars)[...]) }
    return Double(hits) / Double(Self.rounds)
  }

  private static let small = "abcdefghijklmnopqrstuvwxyz"
  private static let both = small + "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

  @Test(arguments: [
    (8, small + "0123456789", 0.85), (12, small + "0123456789", 0.97), (16, small + "0123456789", 0.99),
    (8, both + "0123456789", 0.9), (11, both + "0123456789", 0.985), (16, both + "0123456789-_", 0.99),
    (22, both + "0123456789-_", 0.998), (43, both + "0123456789-_", 1), (8, "0123456789abcdef", 0.85),
    (16, "0123456789abcdef", 0.99),
    (32, "0123456789ABCDEF", 1), (16, both, 0.97), (16, small, 0.95), (9, "0123456789", 1),
    (26, "0123456789ABCDEFGHJKMNPQRSTVWXYZ", 1),
  ])
  func `keys look random`(length: Int, characters: String, atLeast: Double) {
    #expect(share(UInt64(length)) { $0.word(length, of: characters) } >= atLeast)
  }

  @Test func `words of messages do not`() throws {
    let messages = try WrittenMessage.all(in: "scams.jsonl") + WrittenMessage.all(in: "look_alikes.jsonl")
    var words: Set<String> = []
    for message in messages {
      for word in message.text.split(whereSeparator: { !$0.isLetter }) where word.count >= 3 {
        words.insert(String(word))
      }
    }
    let wrong = words.filter { RandomPart.isRandom(Array($0.unicodeScalars)[...]) }
    #expect(words.count > 1_000)
    #expect(Double(wrong.count) <= 0.004 * Double(words.count), "\(wrong)")
    var random = SeededGenerator(seed: 9)
    let list = words.filter { $0.count <= 12 }.sorted()
    let titles = (0..<2_000).map { _ in
      (0..<4).map { _ in random.pick(list).lowercased() }.joined(separator: "-")
        + random.pick(["", "-2024", "-3", ".html"])
    }
    let hidden = titles.filter { RandomPart.isRandom(Array($0.unicodeScalars)[...]) }
    #expect(Double(hidden.count) <= 0.015 * Double(titles.count), "\(hidden.prefix(10))")
  }
}
