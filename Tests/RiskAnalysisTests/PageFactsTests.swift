import ScanModel
import Testing

@testable import RiskAnalysis

/// Whose links, senders and numbers are on a page, with the shipped table of companies.
struct PageFactsTests {
  private static func facts(_ text: String, stops: Bool = false) throws -> PageFacts {
    PageFacts(Fixture.features(text, try Fixture.shipped.get()), shouldStop: { stops })
  }

  @Test(arguments: [
    ("From: PayPal Service <service@paypal.com>", CheckedSender.Agreement.agrees),
    ("From: PayPal Service <info@muster-mode.example>", .differs),
    // Anybody can have the name within a domain, and some companies have such domains.
    ("From: PayPal Service <service@paypal-security.example>", .unclear),
    ("From: PayPal Service <service@paypa1.com>", .unclear),
    ("From: PayPal <x@paypal.zendesk.com>", .agrees), ("From: PayPal <x@paypal-verify.zendesk.com>", .unclear),
    ("From: Musterhaus Moden Team <info@musterhaus-moden.example>", .agrees),
    ("From: Office Team Hafenkontor <post@schule-nord.example>", .differs),
    ("Von: Max Beispiel <max.beispiel@stadtwerke.example>", .unclear),
    ("From: Anna Example <anna1987@gmail.com>", .freeMail),
    // Recognition takes l for 1 and rn for m.
    ("From: Harbour Lines Service <mail@harbourl1nes.example>", .agrees),
    // Initials.
    ("From: Northern Ferry Company Service <news@nfc.example>", .agrees),
  ])
  func `a sender's name and domain are compared`(line: String, agreement: CheckedSender.Agreement) throws {
    let facts = try Self.facts(line + "\nto me\n\nGood morning, here is your bill.")
    #expect(facts.checked.senders.map(\.agreement) == [agreement])
  }

  @Test func `a sentence before an address is no sender's name`() throws {
    let text = "Tickets for the summer party are sold by our friends in town (anna@example.org)"
    #expect(try Self.facts(text).checked.senders.isEmpty)
  }

  @Test func `a recipient is no sender`() throws {
    #expect(try Self.facts("To: Anna Example <anna@example.org>").checked.senders.isEmpty)
  }

  @Test(arguments: [
    ("PayPal: confirm at https://www.paypal.com/signin", CheckedLink.Standing.own),
    ("PayPal: confirm at https://www.paypal.com;\nlogin@evil.top", .unclear),
    ("PayPal: confirm at https://garden-tools.example;\nlogin@evil.top", .unfamiliar),
    ("PayPal: confirm at https://evil.top\n.paypal.com/signin", .unclear),
    ("PayPal: confirm at myapp://paypal.com/signin", .unclear),
    ("PayPal: confirm at https://www.google.com/url?q=htt", .unclear),
    (
      "PayPal: confirm at https://google.com/url?q=https://google.com/url?q=https://google.com/url?q=https://google.com/url?q=a.top",
      .unclear
    ),
    ("PayPal: confirm at https://paypal-confirm.example/signin", .lookAlike),
    ("PayPal: confirm at https://www.amazon.com/signin", .otherCompany),
    ("PayPal: confirm at https://bit.ly/3abcde", .short),
    ("PayPal: confirm at http://203.0.113.7/signin", .number),
    ("PayPal: confirm at https://garden-tools.example/signin", .unfamiliar),
    ("PayPal: confirm at https://www.google.com/url?q=https://garden-tools.example/signin", .unfamiliar),
    ("PayPal: ask at https://chat.whatsapp.com/larkspur", .otherCompany),
  ])
  func `a link stands in some way to the company that speaks`(text: String, standing: CheckedLink.Standing) throws {
    let facts = try Self.facts(text)
    #expect(facts.speaker?.name == "PayPal")
    #expect(facts.checked.links.map(\.standing) == [standing])
  }

  @Test func `a link is told with its host, domain and owner`() throws {
    let link = try #require(try Self.facts("See https://www.paypal.com/help").checked.links.first)
    #expect(link.host == "www.paypal.com" && link.domain == "paypal.com" && link.owner == "PayPal")
  }

  @Test func `of a link that passes on, the address where it ends is told`() throws {
    let text = "Confirm here: https://www.google.com/url?q=https://garden-tools.example/signin"
    let link = try #require(try Self.facts(text).checked.links.first)
    #expect(link.host == "garden-tools.example" && link.owner == nil && link.standing == .unfamiliar)
    #expect(text.hasSuffix(link.text))
  }

  @Test(arguments: [
    ("+63 917 555 0101", "PH"), ("+49 30 5550101", "DE"), ("0049 30 555010", "DE"), ("+1 212 555 0101", nil),
  ])
  func `an international number tells its country`(number: String, country: String?) throws {
    #expect(try Self.facts("Call \(number) now please").checked.numbers.map(\.country) == [country])
  }

  @Test func `facts that took too long are given up, which is noted`() throws {
    let text = "See https://a.example/ " + String(repeating: "or pay $5 now ", count: 80) + "at https://b.example/"
    let part = try Self.facts(text, stops: true)
    #expect(part.checked.links.map(\.host) == ["a.example"] && !part.isComplete)
    #expect(try Self.facts(text).checked.links.count == 2 && Self.facts(text).isComplete)
  }

  @Test func `there is a value for each name`() throws {
    #expect(try Self.facts("").values.count == PageFacts.names.count)
    #expect(Set(PageInput.names).count == PageInput.names.count)
  }
}
