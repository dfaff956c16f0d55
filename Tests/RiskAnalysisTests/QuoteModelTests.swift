import ScanModel
import Testing

@testable import RiskAnalysis

/// Which words are quoted for what the encoder hears.
struct QuoteModelTests {
  private static func quotes(of text: String) -> [String] {
    let page = TextPage(plainText: text)
    let scalars = Array(text.unicodeScalars)
    return QuotedWords(page, scalars: scalars).all(in: 0..<scalars.count).map { page.excerpt($0) }
  }

  @Test func `sentences and lines can be quoted, clocks and empty lines cannot`() {
    #expect(
      Self.quotes(of: "9:41\nPay now. It is late!\n\nInbox\n*\nSee you") == [
        "Pay now.", "It is late!", "Inbox", "See you",
      ])
    #expect(Self.quotes(of: "").isEmpty)
    #expect(Self.quotes(of: "\n 12:30 \n").isEmpty)
  }

  @Test(arguments: [
    "10:17\n\n+49 151 5550 1234\nzuletzt online heute um 10:14\n\nLTE 78%\n\n",
    "19:26\nMaggie\nlast seen today at 19:20\n\n5G 100 %\n\n",
    "21:33\n\nLTE 78%\n\nDarren (Pine dresser)\nMarketplace\n\n",
    "16:05\n\nInfoCitas\n\n", "Maggie\nvu aujourd'hui \u{E0} 19:20\n\n", "Datei Bearbeiten Ansicht Chronik\n",
    "0800 555 0101\n\n",
  ])
  func `what is around a message is not quoted`(surroundings: String) {
    let message = "Please pay the fee before the end of today."
    #expect(Self.quotes(of: surroundings + message) == [message])
    #expect(Self.quotes(of: message + "\n\n" + surroundings).first == message)
  }

  @Test(arguments: ["9:41\n\nYour account was closed today\nPay the fee now", "Pay the fee now\nThank you"])
  func `what may be said is not the head of a chat`(text: String) {
    #expect(Self.quotes(of: text).contains { $0.hasSuffix("Pay the fee now") })
  }

  @Test func `words are not quoted from within a sentence that a passage begins in`() {
    let text = "Please transfer the money to the new account\nof my friend today. Thanks."
    let scalars = Array(text.unicodeScalars)
    let page = TextPage(plainText: text)
    let quotes = QuotedWords(page, scalars: scalars).all(in: 20..<50).map { page.excerpt($0) }
    #expect(quotes == ["Please transfer the money to the new account\nof my friend today."])
  }

  @Test func `an address alone is not quoted`() throws {
    let text = "https://garden-tools.example/es/\n\nYour computer is locked.\n\nWrite to:\n\ninfo@garden-tools.example."
    let features = Fixture.features(text, try Fixture.shipped.get())
    let quoted = QuotedWords(features.page, scalars: features.scalars)
    let quotes = QuoteModel.quotes(in: 0..<features.tokens.count, of: features, quoted)
    #expect(quotes.map { features.page.excerpt($0.range) } == ["Your computer is locked.", "Write to:"])
  }

  @Test func `words that could be quoted are in order, none twice, and of bounded length`() {
    for text in [String(repeating: "abc ", count: 500), String(repeating: "x", count: 900), "a. b! c? \u{2022} d\ne f"]
    {
      let scalars = Array(text.unicodeScalars)
      let quotes = QuotedWords(TextPage(plainText: text), scalars: scalars).all(in: 0..<scalars.count)
      for (first, second) in zip(quotes, quotes.dropFirst()) { #expect(first.upperBound <= second.lowerBound) }
      for quote in quotes { #expect(quote.count <= (text.contains(" ") ? 200 : 360)) }
    }
  }

  @Test(arguments: [
    ("asks_money", "Can you transfer 950 euros to this account for me today, I will pay you back tomorrow?"),
    ("poses_relative", "Hi mum, my phone broke, this is my new number, please save it."),
  ])
  func `a reason points at the words that say it`(cue: String, sentence: String) throws {
    let text = """
      Hi mum, my phone broke, this is my new number, please save it.
      Can you transfer 950 euros to this account for me today, I will pay you back tomorrow?
      The weather here is fine this week and the roads are dry again.
      """
    let assessment = try Fixture.assess(text)
    let heard = try #require(assessment.cues.first { $0.cue.rawValue == cue })
    #expect(TextPage(plainText: text).excerpt(heard.range) == sentence)
    #expect(assessment.evidence.contains { $0.rule == "cue.\(cue)" && $0.range == heard.range })
  }

  @Test func `a cue that is not quoted for a reason has its place as well`() throws {
    let text =
      "Urgent: your PayPal account is suspended. Verify your password now or it will be closed. Pay the fee of 50 euros."
    let cues = try Fixture.assess(text).cues.filter { !$0.cue.isReassuring }
    #expect(cues.count > 2 && cues.allSatisfy { $0.range.count < text.count / 2 + 10 }, "\(cues)")
  }

  @Test func `no two reasons of the encoder have the same words`() throws {
    for message in try Fixture.messages("scams.jsonl") {
      let reasons = try Fixture.assess(message.text).evidence.filter { $0.rule.hasPrefix("cue.") }
      #expect(Set(reasons.map(\.range)).count == reasons.count, "\(message.text)")
    }
  }

  @Test func `words go to the cue that they show best, and a lone word to none`() {
    func logOdds(_ values: [RiskCue: Double]) -> [Double] {
      RiskCue.allCases.filter { !$0.isReassuring }.map { values[$0] ?? -9 } + [-9]
    }
    let judged = QuoteModel.Judged(quotes: [
      (0..<10, 5, logOdds([.asksMoney: 2, .presses: 3])), (10..<15, 1, logOdds([.presses: 4, .asksMoney: 1])),
      (15..<30, 4, logOdds([.asksMoney: 1, .threatens: -4])),
    ])
    #expect(judged.assigned(to: [.asksMoney, .threatens, .presses]) == [.presses: 0..<10, .asksMoney: 15..<30])
  }

  @Test func `an alarm of the encoder names what it heard, never only that it heard something`() throws {
    for message in try Fixture.messages("scams.jsonl") {
      let assessment = try Fixture.assess(message.text)
      guard assessment.level != .low else { continue }
      #expect(assessment.evidence.contains { $0.weight > 0 }, "\(message.text)")
      for cue in assessment.cues { #expect((0...1).contains(cue.confidence) && !cue.range.isEmpty) }
      #expect(assessment.cues.map(\.confidence) == assessment.cues.map(\.confidence).sorted(by: >))
    }
  }
}
