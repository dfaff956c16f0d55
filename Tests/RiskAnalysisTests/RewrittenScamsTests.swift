import ScanModel
import Testing

@testable import RiskAnalysis

/// Scams changed as somebody does who knows that a program reads them, in ways that a person still reads.
struct RewrittenScamsTests {
  private static let scams = [
    "DHL Service <info@blumen-huber.example>\nto me\n\nYour parcel is held at the customs office.\n"
      + "Pay the fee of 1.99 EUR within 24 hours at https://dhl-customs-fee.example/pay or the parcel is returned.\n"
      + "Enter your card number and the code from your bank.",
    "Today 14:02\nHi Mum, this is my new number, my phone fell in the toilet.\n"
      + "Can you do me a favour, I must pay a bill of 890 pounds today and my bank app does not work.\n"
      + "Please send it to this account, I pay you back tomorrow. Do not call, the microphone is broken.",
    "SECURITY WARNING\nYour computer is infected with five viruses and your bank details are at risk.\n"
      + "Do not switch it off. Call Microsoft Support now at +1 888 555 0147.\n"
      + "Your account is blocked until you call and pay for the cleaning.",
    "Congratulations! You were chosen for a gift of 2,500,000 USD by a foundation.\n"
      + "To receive the money, send your name, address, a copy of your passport and the transfer fee of 250 USD\n"
      + "to the agent Mr. Brown at payout.agent@gmail.com. Keep this secret until you have been paid.",
    "Your wallet will be suspended. Enter your 12 word recovery phrase to verify your MetaMask wallet today\n"
      + "at https://metamask-verify.example/restore or you lose all your coins.",
  ]

  private static let promise = "We will never ask for your password. Beware of fraud."
  private static let harmless =
    "Tomorrow mostly sunny, 18 degrees, light wind from the west.\nThe library is open from nine to six.\n"
    + "Recipe of the day: lentil soup with carrots, ready in half an hour."

  private static func eachWord(_ text: String, _ change: (String) -> String) -> String {
    text.split(separator: "\n").map { line in
      line.split(separator: " ").enumerated().map { number, word in
        let isPlain = word.count > 3 && word.allSatisfy(\.isLetter)
        return isPlain && number.isMultiple(of: 2) ? change(String(word)) : String(word)
      }.joined(separator: " ")
    }.joined(separator: "\n")
  }

  private static func replaced(_ word: String, _ pairs: [Character: String]) -> String {
    word.map { pairs[$0] ?? String($0) }.joined()
  }

  private static let changes: [(name: String, change: @Sendable (String) -> String)] = [
    ("letters for digits", { eachWord($0) { replaced($0, ["o": "0", "i": "1", "e": "3", "a": "4"]) } }),
    ("doubled letters", { eachWord($0) { String($0.prefix(2) + $0.dropFirst()) } }),
    ("dotted letters", { eachWord($0) { $0.map(String.init).joined(separator: ".") } }),
    (
      "typing errors",
      { eachWord($0) { String($0.prefix(1)) + String($0.dropFirst().prefix(2).reversed()) + String($0.dropFirst(3)) } }
    ),
    ("a harmless page before", { harmless + "\n\n" + $0 }),
    ("a harmless page after", { $0 + "\n\n" + harmless }),
    ("a harmless page around", { harmless + "\n\n" + $0 + "\n\n" + harmless }),
    ("links written apart", { $0.replacing(".example/", with: " . example /") }),
    ("links with brackets", { $0.replacing("https://", with: "hxxps://").replacing(".example/", with: "[.]example/") }),
    ("user names in links", { $0.replacing("https://", with: "https://www.paypal.com@") }),
    ("backslashes in links", { $0.replacing(".example/", with: ".example\\.paypal.com/") }),
    ("a promise at the end", { $0 + "\n" + promise }),
  ]

  private static func isFound(_ text: String) throws -> Bool {
    let page = TextPage(RecognizedText(typed: text))
    return try Fixture.analyzer().analyze(page).level.isAlarming
  }

  @Test(arguments: scams) func `each is found as it is`(scam: String) throws { #expect(try Self.isFound(scam)) }

  @Test(arguments: changes.indices)
  func `nearly all are found after each change`(number: Int) throws {
    let change = Self.changes[number]
    let found = try Self.scams.count { try Self.isFound(change.change($0)) }
    #expect(found >= Self.scams.count - 1, "\(change.name): \(found) of \(Self.scams.count)")
  }

  @Test func `the harmless page is harmless, with and without the promise`() throws {
    #expect(try !Self.isFound(Self.harmless))
    #expect(try !Self.isFound(Self.harmless + "\n" + Self.promise))
  }
}
