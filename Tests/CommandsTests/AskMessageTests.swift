import ScanModel
import Testing

@testable import Commands

struct AskMessageTests {
  @Test func `links, numbers and private details are left out`() throws {
    let text = """
      Your parcel waits. Pay $1.99 at https://parcel-fee.example.top/pay?id=77 or call +44 20 7946 0958.
      Write to anna@example.org, card 4111 1111 1111 1111, IBAN DE89 3704 0044 0532 0130 00, code 739154.
      """
    let excerpt = try #require(AskMessage.excerpt(text))
    for part in ["example.top", "7946", "anna", "4111", "3704", "739154", "\n"] {
      #expect(!excerpt.contains(part), "\(part)")
    }
    for part in ["Your parcel waits. Pay $1.99 at [link] or call", "[e-mail address]", "[card number]"] {
      #expect(excerpt.contains(part), "\(excerpt)")
    }
  }

  @Test func `a long text is cut between words, and no text is none`() throws {
    let excerpt = try #require(AskMessage.excerpt(String(repeating: "The parcel is at your door. ", count: 80)))
    #expect(excerpt.count <= 402 && excerpt.hasSuffix(" …"))
    #expect(AskMessage.excerpt(" \n ") == nil)
    #expect(AskMessage.excerpt("red\u{1B}[31m")?.contains("\u{1B}") == false)
  }
}
