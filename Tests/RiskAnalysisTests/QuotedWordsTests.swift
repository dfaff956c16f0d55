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

  @Test func `a long sentence is cut at a comma or a line break rather than at any space`() throws {
    let text =
      String(repeating: "abc def ", count: 10) + "ends here, now you pay the fee today, or else "
      + String(repeating: "ghi jkl ", count: 10) + "and so on"
    #expect(try #require(Self.quoted("pay the fee", in: text)) == "now you pay the fee today,")
  }

  @Test func `the last words of a sentence on a line of their own belong to it`() {
    let message = "We pay 120 to 400 euros for it on every\nMonday."
    #expect(Self.quoted("120", in: message) == message)
    let german = "Sie verdienen 120 bis 400 Euro am\nTag"
    #expect(Self.quoted("400 Euro", in: german) == german)
    let number = "+49 155 5550 143\nHello, your parcel could not be brought to you"
    #expect(Self.quoted("parcel", in: number) == "Hello, your parcel could not be brought to you")
    let greeting = "Dear customer,\nYour account is closed"
    #expect(Self.quoted("account", in: greeting) == greeting)
    #expect(Self.quoted("Log in", in: "Log in\nCreate an account") == "Log in")
  }

  @Test func `half of a day is left out only after a clock`() {
    #expect(Self.quoted("see you", in: "see you at the station 9:41 AM") == "see you at the station")
    #expect(Self.quoted("400 Euro", in: "bis 400 Euro am") == "bis 400 Euro am")
  }

  @Test func `a block that begins within a sentence is quoted with it`() {
    let text = "Please confirm your account within the next\n\ntwo days or it will be closed."
    #expect(Self.quoted("account", in: text) == text)
  }

  @Test func `the head of a mail is not quoted with its words`() {
    let mail = "From: Billing Desk of Norton\nSubject: Your order was placed today\nWe have charged 480 dollars to you"
    #expect(Self.quoted("charged 480", in: mail) == "We have charged 480 dollars to you")
    #expect(Self.quoted("order was placed", in: mail) == "Subject: Your order was placed today")
  }

  @Test func `lines of the head of a mail stand for themselves without their names`() {
    let mail =
      "You are due a refund of 284 pounds\nRevenue Office <service@refund.example>\nto jean@garden.example Tue, 12 May 2026"
    #expect(Self.quoted("due a refund", in: mail) == "You are due a refund of 284 pounds")
    #expect(Self.quoted("Revenue", in: mail) == "Revenue Office <service@refund.example>")
  }

  @Test(arguments: [
    "Message me on WhatsApp 07700\n900461 its easier", "You will have to pay us within\n24 hours",
    "It would cost you no more than\n\u{A3}40 for it", "Please call us on\n0800 555 0101\nfor help.",
  ])
  func `a line break within a number or before one does not end a sentence`(text: String) {
    for word in text.split(whereSeparator: \.isWhitespace) { #expect(Self.quoted(String(word), in: text) == text) }
  }

  @Test(arguments: [
    "Do it in the following order\n1. Open doors", "Can you please write to me\n10:11 Sandra",
    "+49 155 5550 143\nzuletzt online heute", "No driving for all of 30 days\n4. Court follows",
    "Act within the next 24 hours\n26.01. Lock is near",
  ])
  func `a number that begins something else does`(text: String) throws {
    let lines = text.split(separator: "\n").map(String.init)
    #expect(Self.quoted(lines[0], in: text) == lines[0])
  }

  @Test func `a line with room for the next word is not wrapped`() {
    let text = "Tuesday\nback here because I lost your number on the other phone"
    #expect(Self.quoted("back here", in: text) == "back here because I lost your number on the other phone")
    #expect(Self.quoted("Tuesday", in: "see you on Tuesday\nback here") == "see you on Tuesday\nback here")
  }

  @Test func `a rule quotes the sentence that says what the scam wants`() throws {
    let yaml = """
      signals:
        - {id: parcel, phrases: ['parcel']}
        - {id: fee, phrases: ['pay the fee']}
      rules:
        - id: wanted
          category: unknown
          message: says it
          weight: 5
          when: {all: [{signal: parcel}, {signal: fee}, {amount: any}]}
      """
    let pack = try RulePack.load(files: [("test.yaml", yaml)])
    let text = "Your parcel could not be delivered. Please pay the fee today. It is 1.99 EUR."
    let evidence = RiskAnalyzer(pack: pack, classifier: nil).analyze(TextPage(plainText: text)).evidence
    #expect(evidence.map(\.excerpt) == ["Please pay the fee today."])
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
