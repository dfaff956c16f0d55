import Foundation
import ScanModel
import Testing

@testable import RiskAnalysis

/// Which words are quoted and marked for a reason.
struct QuotedWordsTests {
  private static func quoted(_ words: String, in text: String) -> String? {
    let page = TextPage(plainText: text)
    let scalars = Array(text.unicodeScalars)
    guard let range = text.range(of: words) else { return nil }
    let start = text.unicodeScalars.distance(from: text.startIndex, to: range.lowerBound)
    let found = start..<(start + words.unicodeScalars.count)
    return QuotedWords(page, scalars: scalars).range(around: found).map { page.excerpt($0) }
  }

  @Test func `a phrase is quoted with its sentence`() {
    let text = "Your parcel waits. Enter your card details to release it today. Thank you."
    #expect(Self.quoted("card details", in: text) == "Enter your card details to release it today.")
    #expect(Self.quoted("details to release it today.", in: text) == "Enter your card details to release it today.")
  }

  @Test func `a sentence goes on in the next line, a menu does not`() {
    let message = "Please confirm your account within the\nnext two days or it will be closed."
    #expect(Self.quoted("account", in: message) == message)
    let menu = "Inbox\nSent mail\nConfirm your account now\nDrafts\nSettings"
    #expect(Self.quoted("account", in: menu) == "Confirm your account now")
  }

  @Test func `a clock at the edge is left out, and nothing else is quoted of one`() {
    #expect(Self.quoted("send me the code", in: "9:41 send me the code 100%") == "send me the code")
    #expect(Self.quoted("9:41", in: "9:41") == nil)
    #expect(Self.quoted("\u{A9}", in: "\u{A9} 12%") == nil)
  }

  @Test func `another block is never quoted`() {
    #expect(Self.quoted("pay the fee", in: "Hello there\n\npay the fee\n\nother things") == "pay the fee")
  }

  @Test func `a sentence without end is cut at words`() throws {
    let text = String(repeating: "abc def ", count: 60) + "pay now " + String(repeating: "ghi jkl ", count: 60)
    let words = try #require(Self.quoted("pay now", in: text))
    #expect(words.contains("pay now") && words.count < 200)
    #expect(Set(words.split(separator: " ")).isSubset(of: ["abc", "def", "pay", "now", "ghi", "jkl"]))
  }

  @Test func `at most three reasons are shown, and the one that can be checked comes first`() {
    func item(_ rule: String, _ weight: Double, _ range: Range<Int>) -> Evidence {
      Evidence(rule: rule, weight: weight, message: "It asks.", excerpt: "", range: range)
    }
    let evidence = [
      item("a", 5, 0..<4), item("nearly the same words", 4.5, 0..<5), item("no words", 4, 0..<0), item("b", 3, 5..<9),
      item("link", 2, 10..<20),
      item("c", 1, 30..<34), item("harmless", -1, 40..<44),
    ]
    let link = CheckedFacts.Link(
      text: "a.example", host: "a.example", domain: "a.example", owner: nil, standing: .unfamiliar, place: 11..<20)
    let shown = RiskAssessment.shown(evidence, CheckedFacts(links: [link], senders: [], numbers: []))
    #expect(shown.map(\.rule) == ["link", "a", "b", "harmless"])
  }
}
