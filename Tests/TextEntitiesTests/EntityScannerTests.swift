import Testing

@testable import TextEntities

struct EntityScannerTests {
  private func found(_ kind: Entity.Kind, in text: String) -> [String] {
    let scalars = Array(text.unicodeScalars)
    return EntityScanner.entities(in: scalars).filter { $0.kind == kind }.map { scalars.string($0.range) }
  }

  @Test(arguments: [
    ("see https://example.com/a?b=1.", ["https://example.com/a?b=1"]),
    ("at example.com/pay now", ["example.com/pay"]),
    ("(www.example.org)", ["www.example.org"]),
    ("go to http //pay.example.info/x1 today", ["http //pay.example.info/x1"]),
    ("http:/203.0.113.7/login", ["http:/203.0.113.7/login"]),
    ("Visit:parcel-fee.top", ["parcel-fee.top"]),
    ("open README.md and main.rs, e.g. now", []),
    ("done.It was late.And we left", []),
    ("hmmm.lol that was fun", []),
    ("version 1.2.3 of node.js", []),
    ("write to anna@example.com", []),
  ])
  func `links are found as people and recognition write them`(text: String, links: [String]) {
    #expect(found(.link, in: text) == links)
  }

  @Test(arguments: [
    ("go to parcel-fee (dot) example / now", "parcel-fee (dot) example", "parcel-fee.example"),
    ("at my-bank[.]com[.]example/login today", "my-bank[.]com[.]example/login", "my-bank.com.example"),
    ("https://dhl-fee . example /pay it", "https://dhl-fee . example /pay", "dhl-fee.example"),
    ("hxxps://dhl-fee(.)example/pay", "hxxps://dhl-fee(.)example/pay", "dhl-fee.example"),
    ("write wallet-restore dot com quickly", "wallet-restore dot com", "wallet-restore.com"),
    ("sparkasse punkt de/tan", "sparkasse punkt de/tan", "sparkasse.de"),
  ])
  func `full stops written out hide no link`(text: String, link: String, host: String) throws {
    let scalars = Array(text.unicodeScalars)
    let found = try #require(EntityScanner.entities(in: scalars).first { $0.kind == .link })
    #expect(scalars.string(found.range) == link)
    #expect(found.link?.host == host)
  }

  @Test(arguments: [
    "the dot com years", "it was late . in the end", "see page 3 . It is", "press dot to go on", "a (dot) is small",
    "au point de vue", "no . de", "[.] com", "wait . . . me",
  ])
  func `a sentence is no link`(text: String) { #expect(found(.link, in: text).isEmpty) }

  @Test func `a host ends where the path begins and a user name is not the host`() throws {
    let scalars = Array("https://paypal.com@evil.example.top:8080/a".unicodeScalars)
    let link = try #require(EntityScanner.entities(in: scalars).first?.link)
    #expect(link.host == "evil.example.top")
    #expect(link.hasUserPart)
    #expect(link.path == "/a")
  }

  @Test(arguments: [
    ("call 1-888-555-0142 now", ["1-888-555-0142"]),
    ("call (888) 555-0142", ["(888) 555-0142"]),
    ("+44 20 7946 0123", ["+44 20 7946 0123"]),
    ("ring 08712345678", ["08712345678"]),
    ("call 9876543210 today", ["9876543210"]),
    ("order 9876543210 has shipped", []),
    ("on 12-03-2025 at 10:30", []),
    ("found on 07/02/2025 21:13", []),
    ("am 07.02.2025 21:13 Uhr", []),
    ("appelez le 01 23 45 67 89", ["01 23 45 67 89"]),
    ("ratio 3.14159265", []),
    ("call 9876543210/ or write", ["9876543210"]),
    ("call 711/12345 now", []),
  ])
  func `telephone numbers are told from other numbers`(text: String, phones: [String]) {
    #expect(found(.phone, in: text) == phones)
  }

  @Test(arguments: [
    ("pay $1,299.00 now", 1299.0), ("2,99 € Gebühr", 2.99), ("Rs.500 only", 500), ("EUR 1.250,00", 1250),
    ("0.5 BTC", 0.5), ("US$ 20", 20), ("£5k", 5),
  ])
  func `amounts have a value`(text: String, value: Double) throws {
    let amount = try #require(EntityScanner.entities(in: Array(text.unicodeScalars)).first { $0.kind == .amount })
    #expect(amount.amount == value)
  }

  @Test(arguments: ["12 $5 tickets", "chapter 12", "usd"])
  func `a number without a currency of its own is no amount`(text: String) {
    #expect(!found(.amount, in: text).contains { $0.hasPrefix("12 $") || $0.hasPrefix("chapter") || $0 == "usd" })
  }

  @Test func `card numbers pass the check digit`() {
    #expect(found(.card, in: "card 4111 1111 1111 1111 ok") == ["4111 1111 1111 1111"])
    #expect(found(.card, in: "card 4111 1111 1111 1112 ok") == [])
    #expect(found(.card, in: "4012-8888-8888-1881") == ["4012-8888-8888-1881"])
  }

  @Test func `account numbers pass the remainder`() {
    #expect(found(.iban, in: "to DE89 3704 0044 0532 0130 00 please") == ["DE89 3704 0044 0532 0130 00"])
    #expect(found(.iban, in: "GB82WEST12345698765432") == ["GB82WEST12345698765432"])
    #expect(found(.iban, in: "DE89 3704 0044 0532 0130 01") == [])
  }

  @Test(arguments: [
    ("IBAN LT12 3250 0123 4567 8901 au nom", ["LT12 3250 0123 4567 8901"]),
    ("to DE89 3704 0044\n0532 0130 01.", ["DE89 3704 0044\n0532 0130 01"]),
    ("DE89370400440532013001", ["DE89370400440532013001"]),
    // Too short, too long, of no country, not its form, within a word or a link.
    ("DE89 3704 0044 0532 0130 0", []), ("DE89 3704 0044 0532 0130 012", []), ("US89 3704 0044 0532 0130 01", []),
    ("DE89 3704 0044 ABCD 0130 01", []), ("XDE89 3704 0044 0532 0130 01", []), ("DE89  3704 0044 0532 0130 01", []),
    ("https://muster.example/DE89370400440532013001", []),
  ])
  func `an account number is known by its form`(text: String, accounts: [String]) {
    let scalars = Array(text.unicodeScalars)
    let ranges = AccountNumberForm.ranges(in: scalars, EntityScanner.entities(in: scalars))
    #expect(ranges.map { scalars.string($0) } == accounts)
  }

  @Test(arguments: [
    ("on WhatsApp 07700\n900461 it is easier", ["07700\n900461"]), ("call +44 7700\n900 461.", ["+44 7700\n900 461"]),
    // Whole in its line, a table, times of day, two lines' ends.
    ("call 07700 900461\n12 times", []), ("07700\n900461", []), ("at 21:06\n900461234", []),
    ("call 077\n00\n900461", []),
    ("costs 07\n900", []),
  ])
  func `a telephone number may go on in the next line`(text: String, numbers: [String]) {
    let scalars = Array(text.unicodeScalars)
    #expect(PhoneNumberParser.wrapped(in: scalars).map { scalars.string($0.range) } == numbers)
  }

  @Test(arguments: 5...40)
  func `an account number has 15 to 34 symbols`(count: Int) {
    let body = String(repeating: "7", count: count - 4)
    let numbers = (2...98).map { "DE\($0 < 10 ? "0" : "")\($0)\(body)" }.filter {
      CheckDigits.passesMod97($0.unicodeScalars.map(\.base36))
    }
    #expect(numbers.count == 1)
    for number in numbers { #expect(found(.iban, in: number) == ((15...34).contains(count) ? [number] : [])) }
  }

  @Test(arguments: [
    "1BoatSLRHtKNngkdXEeobR76b53LETtpyT", "bc1qxy2kgdygjrsqtzq2n0yrf2493p83kkfjhx0wlh",
    "0x52908400098527886E0F7030069857D2E4169EE7",
  ])
  func `wallet addresses are known by their shape`(address: String) {
    #expect(found(.wallet, in: "send to \(address), please") == [address])
    #expect(found(.wallet, in: String(address.dropLast(20))) == [])
  }

  @Test func `a hash is not a wallet`() {
    #expect(found(.wallet, in: "commit d54c597e0b1f2a3c4d5e6f708192a3b4c5d6e7f8") == [])
  }
}
