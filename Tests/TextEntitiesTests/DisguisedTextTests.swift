import Testing

@testable import TextEntities

/// What stands around an address or a number and must neither hide it nor change it.
struct DisguisedTextTests {
  private func found(_ text: String) -> [String] {
    let scalars = Array(text.unicodeScalars)
    return EntityScanner.entities(in: scalars).map { scalars.string($0.range) }
  }

  private static let invisible: [ClosedRange<UInt32>] = [
    0xAD...0xAD, 0x300...0x36F, 0x180E...0x180E, 0x200B...0x200F, 0x202A...0x202E, 0x2060...0x2064, 0x2066...0x2069,
    0xFE00...0xFE0F, 0xFEFF...0xFEFF,
  ]

  @Test func `what nobody sees is known, and nothing else`() {
    for value in UInt32(0)...0xFFFF {
      #expect(ScalarFolding.isInvisible(value) == Self.invisible.contains { $0.contains(value) }, "\(value)")
    }
  }

  @Test(arguments: ["\u{AD}", "\u{200B}", "\u{200E}", "\u{2060}", "\u{FEFF}", "\u{FE0F}\u{200D}"])
  func `a mark that nobody sees before an address hides nothing`(mark: String) {
    #expect(found("\(mark)bank.example.com/a") == ["bank.example.com/a"])
    #expect(found("\(mark)https://bank.example.com/a") == ["https://bank.example.com/a"])
    #expect(found("\(mark) anna@example.com") == ["anna@example.com"])
  }

  @Test(arguments: [
    "4111 1111 1111 1111", "4111-1111-1111-1111", "3782 822463 10005", "378282246310005", "4111111111111111",
  ])
  func `digits after a card do not hide it`(card: String) {
    for after in ["", " 08/27", " 08 27", "-12", " 5555 5555 5555 4444"] {
      #expect(found("card \(card)\(after)").first == card, "\(card)\(after)")
    }
    #expect(found("card \(card)9").first != card)
  }

  @Test(arguments: [
    ("service@paypal.com\u{2024}evil.top", nil), ("service@paypal.com%2eevil.top", nil),
    ("service@paypal.com_evil.top", nil), ("service@paypal.com\u{E9}\u{3002}top", nil),
    ("service@paypal.com\u{FF0C} thanks", "paypal.com"), ("service@paypal.com", "paypal.com"),
  ])
  func `the domain of an address that goes on is nobody's`(text: String, domain: String?) {
    let entities = EntityScanner.entities(in: Array(text.unicodeScalars))
    #expect(entities.filter { $0.kind == .email }.map(\.emailDomain) == [domain])
  }

  @Test(arguments: [
    ("http://a../", "a.."), ("http://./", "."), ("http://a./", "a."), ("http://1.2.3.4./", "1.2.3.4"),
    ("http://1../", "1.."),
  ])
  func `empty labels are no numbers`(address: String, host: String?) {
    #expect(WebAuthority.host(of: address) == host)
  }
}
