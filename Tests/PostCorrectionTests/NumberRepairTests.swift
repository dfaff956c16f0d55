import ScanModel
import Testing

@testable import PostCorrection

struct AmountCorrectionTests {
  private func repaired(_ text: String) -> String { AmountCorrection.repaired(Line.words(text)).text }

  @Test(arguments: [
    ("£1O.99", "£10.99"), ("$l,299.00", "$1,299.00"), ("€5OO", "€500"), ("1O,99 €", "10,99 €"),
    ("l.299,00 €", "1.299,00 €"),
    ("£S9.99", "£59.99"), ("EUR 1O0", "EUR 100"), ("(£2O)", "(£20)"), ("$1OO,000.", "$100,000."), ("2O€", "20€"),
    ("$1O,00", "$10,00"),
  ])
  func `letters among the digits of an amount are digits`(read: String, right: String) {
    #expect(repaired("pay \(read) now") == "pay \(right) now")
  }

  @Test(arguments: [
    "$5B", "£5k", "£SOL", "O2 pays", "1O apples", "€1O.9O9.1", "section 1.O", "$100", "£l", "B12 €", "2l € 3,49",
    "5l EUR 8,95", "$BOBS2020", "$S100",
  ])
  func `anything else stays`(text: String) {
    #expect(repaired(text) == text)
  }
}

struct RupeeTests {
  private func repaired(_ text: String) -> String { AmountCorrection.repaired(Line.words(text)).text }

  @Test(arguments: [("%6,811", "₹6,811"), ("%7.09", "₹7.09"), ("%74,217.92.", "₹74,217.92.")])
  func `a percent sign before an amount is a rupee sign`(read: String, right: String) {
    #expect(repaired("balance \(read) due") == "balance \(right) due")
  }

  @Test(arguments: ["%20", "%5d", "%1,2,3", "9,5%", "%", "%.2", "%400", "%6,811%"])
  func `anything else after a percent sign stays`(text: String) {
    #expect(repaired("balance \(text) due") == "balance \(text) due")
  }
}

struct ZeroCorrectionTests {
  @Test(arguments: [
    ("v@.8.1", "v0.8.1"), ("2@3.@.113.99", "203.0.113.99"), ("R21.@@", "R21.00"), ("3@1.99", "3@1.99"),
    ("2@$5.00", "2@$5.00"), ("1@1.example", "1@1.example"), ("365®", "365®"), ("@5", "@5"),
  ])
  func `a sign among figures is a zero, a count at a price is not`(read: String, right: String) {
    #expect(ZeroCorrection.repaired(read) == right)
  }
}

struct PhoneCorrectionTests {
  private func repaired(_ text: String) -> String { PhoneCorrection.repaired(Line.words(text)).text }

  @Test(arguments: [
    ("+44 2O 7946 O123", "+44 20 7946 0123"), ("call 0131 49l O723 now", "call 0131 491 0723 now"),
    ("Call l-888-555-0147", "Call 1-888-555-0147"), ("(O20) 7946 0123", "(020) 7946 0123"),
    ("tel +1 888 555 O147.", "tel +1 888 555 0147."),
  ])
  func `letters among the digits of a telephone number are digits`(read: String, right: String) {
    #expect(repaired(read) == right)
  }

  @Test(arguments: [
    "order 4OO 1234 5678", "+44 20 7946 0123", "O2 is a network", "B12 vitamins 400", "+O lO", "room 1O1",
    "call Ol1ver", "Call O2 0344 809 0202", "0,5l 12,50 13,50",
  ])
  func `other words stay`(text: String) {
    #expect(repaired(text) == text)
  }
}

struct CodeCorrectionTests {
  private func repaired(_ lines: [String]) -> [String] {
    var lines = Line.block(lines)
    CodeCorrection.repair(&lines, while: { true })
    return lines.map(\.words.text)
  }

  @Test(arguments: [
    ("Your code is 48291O.", "Your code is 482910."),
    ("G-48291O is your verification code", "G-482910 is your verification code"),
    ("PIN: 4O31", "PIN: 4031"), ("use 482-9l3 as the OTP", "use 482-913 as the OTP"),
  ])
  func `letters among the digits of a code are digits`(read: String, right: String) {
    #expect(repaired([read]) == [right])
  }

  @Test func `the word that announces the code may stand in the line above`() {
    #expect(repaired(["Your security code:", "48291O"]) == ["Your security code:", "482910"])
  }

  @Test(arguments: [
    "Your code is A4B7K2", "flight BA48O1 today", "order 48291O today", "code OOOOl", "code 48OOl1",
    "Your code is 482910",
    "enter code WINTER20",
  ])
  func `codes with letters of their own, and numbers nobody calls a code, stay`(text: String) {
    #expect(repaired([text]) == [text])
  }

  @Test func `a code in another block is another matter`() {
    var lines = [Line.line("Your code", index: 0, block: 0), Line.line("48291O", index: 1, block: 1)]
    CodeCorrection.repair(&lines, while: { true })
    #expect(lines[1].words.texts == ["48291O"])
  }
}

struct IBANCorrectionTests {
  private func repaired(_ text: String) -> String { IBANCorrection.repaired(Line.words(text)).text }

  @Test(arguments: [
    ("DE89 37O4 0044 0532 0l30 00", "DE89 3704 0044 0532 0130 00"),
    ("DEB9 3704 0044 0532 0130 00", "DE89 3704 0044 0532 0130 00"),
    ("GB82 WE5T 1234 5698 7654 32", "GB82 WEST 1234 5698 7654 32"),
    ("GB82WEST1234S698765432", "GB82WEST12345698765432"),
    ("FR14 2004 1010 0505 OOO1 3M02 606.", "FR14 2004 1010 0505 0001 3M02 606."),
  ])
  func `the remainder decides which reading of an account number is right`(read: String, right: String) {
    #expect(repaired("to \(read)") == "to \(right)")
  }

  @Test(arguments: [
    "DE89 3704 0044 0532 0130 00", "DE89 3704 0044 0532 0130 0l", "DE89 37O4 0044 0532",
    "GB82 WEST 1234 5698 7654 32 now",
    "IT IS SO", "FR14 2004 1010 0505 0001 3M02 606",
  ])
  func `a number that is right, or cannot be made right, stays`(text: String) {
    #expect(repaired(text) == text)
  }

  @Test(arguments: [
    ("4111 1111 111l 1111", "4111 1111 1111 1111"), ("4O12888888881881", "4012888888881881"),
    ("4111 1111 111l 1112", "4111 1111 111l 1112"), ("4111 1111 1111 1112", "4111 1111 1111 1112"),
    ("411l 1111 1111", "411l 1111 1111"), ("9O12 8888 8888 1881", "9O12 8888 8888 1881"),
  ])
  func `the check digit decides about card numbers`(read: String, right: String) {
    #expect(repaired("card \(read) ok") == "card \(right) ok")
  }
}

struct WalletCorrectionTests {
  private func repaired(_ text: String) -> String {
    var searches = WalletCorrection.maximumSearches
    return WalletCorrection.repaired(Line.words(text), searches: &searches).text
  }

  @Test(arguments: [
    ("lBoatSLRHtKNngkdXEeobR76b53LETtpyT", "1BoatSLRHtKNngkdXEeobR76b53LETtpyT"),
    ("1BoatSLRHtKNngkdXEe0bR76b53LETtpyT", "1BoatSLRHtKNngkdXEeobR76b53LETtpyT"),
    ("1A1zPleP5QGefi2DMPTfTL5SLmV7DivfNa", "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa"),
    ("bclqw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4", "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"),
    ("bc1qw5O8d6qejxtdg4y5r3zarvaryOc5xw7kv8f3t4.", "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4."),
    ("OxS29084OO098527886E0F7030069857D2E4169EE7", "0x52908400098527886E0F7030069857D2E4169EE7"),
  ])
  func `a reading that passes the checksum replaces one that cannot be`(read: String, right: String) {
    #expect(repaired("send to \(read) today") == "send to \(right) today")
  }

  @Test(arguments: [
    "1BoatSLRHtKNngkdXEeobR76b53LETtpyT", "1BoatSLRHtKNngkdXEeobR76b53LETtpyU",
    "bc1qexample0giveaway0address0not0real0x7k",
    "bc1qexample0giveaway0address0n0t0real0x7kk", "3OexampleOfNothingAtAllThatIsReal1",
    "d54c597e0b1f2a3c4d5e6f708192a3b4c5d6e7f8",
    "0xGGGGG400098527886E0F7030069857D2E4169EE7", "Donaudampfschifffahrtsgesellschaft1",
  ])
  func `what passes already, or never, stays`(text: String) {
    #expect(repaired(text) == text)
  }

  @Test(arguments: [
    ("0xea0395a6FD8cfa85c5ff076AaAcBb129B 1e32EEf, now", "0xea0395a6FD8cfa85c5ff076AaAcBb129B1e32EEf, now"),
    // A digit is missing, and a word that is not hexadecimal.
    ("0xea0395a6FD8cfa85c5ff076AaAcBb129 1e32EEf", "0xea0395a6FD8cfa85c5ff076AaAcBb129 1e32EEf"),
    ("0xea0395a6FD8cfa85c5ff076AaAcBb129B 1e32EEg", "0xea0395a6FD8cfa85c5ff076AaAcBb129B 1e32EEg"),
  ])
  func `a space in forty hexadecimal digits is none`(read: String, right: String) {
    #expect(repaired(read) == right)
  }
}
