import Testing
import TextEntities

struct CheckDigitsTests {
  private func digits(_ text: String) -> [UInt32] { text.unicodeScalars.map { $0.value - 0x30 } }

  private func symbols(_ text: String) -> [UInt32] {
    text.unicodeScalars.map { $0.value >= 0x41 ? $0.value - 0x41 + 10 : $0.value - 0x30 }
  }

  @Test(arguments: [
    ("4111111111111111", true), ("4111111111111112", false), ("378282246310005", true), ("79927398713", true),
  ])
  func `card numbers`(number: String, isRight: Bool) {
    #expect(CheckDigits.passesLuhn(digits(number)) == isRight)
  }

  @Test(arguments: [
    ("DE89370400440532013000", true), ("GB82WEST12345698765432", true), ("DE89370400440532013001", false),
    ("NO9386011117947", true), ("FR1420041010050500013M02606", true), ("NL91ABNA0417164300", true),
    ("CH9300762011623852957", true), ("IT60X0542811101000000123456", true), ("BE68539007547034", true),
  ])
  func `account numbers`(number: String, isRight: Bool) throws {
    #expect(CheckDigits.passesMod97(symbols(number)) == isRight)
    let format = try #require(IBANFormat(country: String(number.prefix(2))))
    #expect(format.length == number.count)
    for (symbol, scalar) in zip(format.symbols, number.unicodeScalars.dropFirst(4)) {
      let isDigit = scalar.value < 0x41
      #expect(symbol == .either || (symbol == .digit) == isDigit)
    }
  }

  @Test func `a country without account numbers of this kind has no format`() {
    #expect(IBANFormat(country: "US") == nil)
    #expect(IBANFormat(country: "") == nil)
  }

  @Test(arguments: [
    ("1BoatSLRHtKNngkdXEeobR76b53LETtpyT", true), ("1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa", true),
    ("1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb", false), ("1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfN0", false), ("1A1z", false),
    (String(repeating: "z", count: 35), false),
  ])
  func `addresses in base 58`(address: String, isRight: Bool) {
    #expect(Base58.isAddress(Array(address.utf8)) == isRight)
  }

  // From BIP 173 and BIP 350.
  @Test(arguments: [
    ("bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4", true),
    ("bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0", true),
    ("bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5", false), ("bc1", false),
    ("bc1qexample0giveaway0address0not0real0x7kk", false),
  ])
  func `addresses in base 32`(address: String, isRight: Bool) {
    #expect(Bech32.isAddress(Array(address.utf8)) == isRight)
  }

  @Test func `no letter that people mix up is a digit of base 58`() {
    for scalar in "0OIl|".unicodeScalars { #expect(!Base58.isDigit(scalar.value)) }
    for scalar in "1oiL9zA".unicodeScalars { #expect(Base58.isDigit(scalar.value)) }
    for value in [0, 0x7F, 0xFF, 0x100, 0x131, 0x1F600] as [UInt32] { #expect(!Base58.isDigit(value)) }
  }

  @Test(arguments: [("com", TopLevelDomains.Trust.yes), ("corn", .no), ("it", .onlyWithMore)])
  func `endings of hosts`(label: String, trust: TopLevelDomains.Trust) {
    #expect(TopLevelDomains.trust(label) == trust)
  }

  @Test(arguments: [("com", true), ("it", true), ("example", true), ("onion", true), ("corn", false), ("", false)])
  func `endings that a host may have`(label: String, isEnding: Bool) {
    #expect(TopLevelDomains.isEnding(label) == isEnding)
  }
}
