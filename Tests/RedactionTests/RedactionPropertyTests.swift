import TestSupport
import Testing

@testable import Redaction

/// What holds of every text, on generated ones.
struct RedactionPropertyTests {
  private static let rounds = 400
  private static let befores = [
    "", "Hello, ", "see ", "(", "\"", "1. ", "Total 5 EUR. ", "call ", "your account ", "First line\n", "Name: ", "> ",
    "- ", "“", "\t",
    "Kärnten – ", "note ", "https://shop.example.com/help ", "today 😀 ",
  ]
  private static let afters = [
    "", ".", ", thank you", " today", ")", "\"", "\nNext line", "\r\n\r\nBest", " (new)", "; more", "!", "?", " –", "”",
    " 😀",
    " or www.example.org/help", "\n12.50 EUR",
  ]

  /// Without white space, which labels and groups of digits have.
  private func squeezed(_ text: String) -> String { text.filter { !$0.isWhitespace } }

  @Test(arguments: PrivateParts.Kind.allCases)
  func `no private part survives, whatever is around it`(kind: PrivateParts.Kind) {
    var parts = PrivateParts(seed: 1)
    for _ in 0..<Self.rounds {
      let (text, secret) = parts.make(kind)
      let whole = parts.random.pick(Self.befores) + text + parts.random.pick(Self.afters)
      let redacted = TextRedactor.redact(whole)
      #expect(!squeezed(redacted).contains(squeezed(secret)), "\(whole.debugDescription): \(redacted.debugDescription)")
    }
  }

  @Test func `several private parts together do not survive`() {
    var parts = PrivateParts(seed: 2)
    for _ in 0..<Self.rounds {
      let found = (0..<4).map { _ in parts.make(parts.random.pick(PrivateParts.Kind.allCases)) }
      let text = found.map { $0.text + parts.random.pick([" ", ", ", "\n", " and ", ". ", " | "]) }.joined()
      let redacted = squeezed(TextRedactor.redact(text))
      for part in found { #expect(!redacted.contains(squeezed(part.secret)), "\(text.debugDescription)") }
    }
  }

  @Test func `a token of a link does not survive a line end in it`() {
    var parts = PrivateParts(seed: 3)
    for _ in 0..<Self.rounds {
      let token = parts.token()
      let cut = Int.random(in: 1..<token.count, using: &parts.random)
      let link = parts.random.pick([
        "https://bank.example.com/reset?token=", "www.example.org/a#", "bank.example.com/?a=1&key=",
      ])
      let text = link + token.prefix(cut) + parts.random.pick(["\n", "\r\n", " \n", "\n  "]) + token.dropFirst(cut)
      let redacted = TextRedactor.redact(text + parts.random.pick(["", " or call", "\nBest"]))
      // A piece of five characters may look like a word.
      if token.count - cut >= 6 {
        #expect(!redacted.contains(token.dropFirst(cut)), "\(text.debugDescription): \(redacted)")
      }
      if cut >= 6 { #expect(!redacted.contains(token.prefix(cut)), "\(text.debugDescription)") }
    }
  }

  @Test func `what is hidden of a link is the same, whatever stands before it`() {
    let hosts = ["https://bank.example", "my-bank[.]example", "http //bank.example", "router.internal", "nas2:5000"]
    let others = ["5 EUR", "bank.example.com", "1BoatSLRHtKNngkdXEeobR76b53LETtpyT", "or", "https://shop.example/a"]
    var random = SeededGenerator(seed: 8)
    for _ in 0..<Self.rounds {
      let kept = (0..<Int.random(in: 1...5, using: &random)).map { _ in
        random.pick([random.pick(others), random.pick(hosts) + "/verify/[hidden]"])
      }
      let text = kept.map { $0.replacing("[hidden]", with: "48b9") }.joined(separator: " ")
      #expect(TextRedactor.redact(text) == kept.joined(separator: " "))
    }
  }

  @Test func `what is kept of a link leads to the same host`() {
    var parts = PrivateParts(seed: 4)
    for _ in 0..<Self.rounds {
      let text = parts.make(parts.random.pick([.link, .pathLink])).text
      let host = text.prefix(
        upTo: text.firstRange(of: text.contains("://") ? "://" : "")?.upperBound ?? text.startIndex)
      let rest = text.dropFirst(host.count).prefix { $0 != "/" }
      #expect(TextRedactor.redact(text).hasPrefix(host + rest + "/"))
    }
  }

  /// A text with private parts and words in between.
  private func mixed(_ parts: inout PrivateParts) -> String {
    var text = ""
    for _ in 0..<Int.random(in: 1...6, using: &parts.random) {
      text += parts.random.pick(Self.befores) + parts.make(parts.random.pick(PrivateParts.Kind.allCases)).text
      text += parts.random.pick(Self.afters) + parts.random.pick([" ", "\n"])
    }
    return text
  }

  @Test func `redacting a redacted text changes nothing`() {
    var parts = PrivateParts(seed: 5)
    for _ in 0..<Self.rounds {
      let text = mixed(&parts)
      let once = TextRedactor.redact(text)
      #expect(TextRedactor.redact(once) == once, "\(text.debugDescription)")
    }
  }

  @Test func `ranges move with the words they are of, and end where these are replaced`() {
    var parts = PrivateParts(seed: 6)
    for _ in 0..<Self.rounds {
      let text = mixed(&parts)
      let scalars = Array(text.unicodeScalars)
      let hidden = TextRedactor.privateRanges(in: text)
      for (range, next) in zip(hidden, hidden.dropFirst()) { #expect(range.upperBound <= next.lowerBound) }
      #expect(hidden.allSatisfy { !$0.isEmpty && $0.lowerBound >= 0 && $0.upperBound <= scalars.count })
      let redacted = TextRedactor.redaction(of: text)
      let after = Array(redacted.text.unicodeScalars)
      for _ in 0..<20 {
        let start = Int.random(in: scalars.indices, using: &parts.random)
        let range = start..<Int.random(in: start + 1...scalars.count, using: &parts.random)
        let moved = redacted.moved([range.lowerBound, range.count])
        guard !hidden.contains(where: { $0.overlaps(range) }) else {
          #expect(moved == nil)
          continue
        }
        #expect(moved?.last == range.count)
        if let new = moved?.first { #expect(after[new..<new + range.count].elementsEqual(scalars[range])) }
      }
      #expect(redacted.moved([0, 0]) == nil && redacted.moved([-1, 2]) == nil && redacted.moved([1]) == nil)
    }
  }

  @Test func `any soup of marks is redacted without harm, to an end`() {
    var random = SeededGenerator(seed: 7)
    let pieces = [
      "https://", "http:/", "a.com", "bank.example", "/", "?", "&", "=", "#", "@", ":", ";", "%41", "%", "\n", " ", ".",
      "token", "code",
      "482913", "4111", "a1b2c3d4", "[hidden]", "[", "]", "\\", "é", "\u{200B}", "password", "+44", "-", "_", "\r\n",
    ]
    for _ in 0..<2_000 {
      var text = (0..<Int.random(in: 1...30, using: &random)).map { _ in random.pick(pieces) }.joined()
      var steps = 0
      while case let next = TextRedactor.redact(text), next != text, steps < 5 {
        text = next
        steps += 1
      }
      #expect(steps < 5, "\(text.debugDescription)")
    }
  }
}
