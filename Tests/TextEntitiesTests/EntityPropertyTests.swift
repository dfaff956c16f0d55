import TestSupport
import Testing

@testable import TextEntities

/// What holds of every text, on generated ones.
struct EntityPropertyTests {
  private static let rounds = 400
  private static let small = "abcdefghijklmnopqrstuvwxyz"
  private static let digits = "0123456789"

  /// A part with its own format, and how it is found in a text.
  private struct Part {
    var kind: Entity.Kind
    var text: String
  }

  private func part(_ random: inout SeededGenerator) -> Part {
    switch Int.random(in: 0..<7, using: &random) {
    case 0:
      return Part(kind: .card, text: "4111 1111 1111 1111")
    case 1:
      return Part(
        kind: .iban,
        text: random.pick(["DE89 3704 0044 0532 0130 00", "GB82WEST12345698765432", "NL91 ABNA 0417 1643 00"]))
    case 2:
      let name = random.word(Int.random(in: 1...9, using: &random), of: Self.small + Self.digits)
      return Part(
        kind: .email, text: "\(name)@\(random.word(6, of: Self.small)).\(random.pick(["com", "co.uk", "example"]))")
    case 3:
      let number = "+44 20 " + random.word(4, of: Self.digits) + " " + random.word(4, of: Self.digits)
      return Part(kind: .phone, text: number)
    case 4:
      let value = random.word(3, of: "123456789")
      return Part(
        kind: .amount,
        text: random.pick(["$\(value).50", "\(value),50 €", "EUR \(value)", "\(value) dollars", "£\(value)k"]))
    case 5:
      return Part(
        kind: .wallet,
        text: random.pick(["1BoatSLRHtKNngkdXEeobR76b53LETtpyT", "0x52908400098527886E0F7030069857D2E4169EE7"]))
    default:
      let host =
        random.word(Int.random(in: 2...10, using: &random), of: Self.small)
        + random.pick([".com", ".example.org", ".co.uk"])
      let path = random.pick(["", "/", "/a/b", "/?q=1", "/a?b=c#d", "/x_y-z~1"])
      return Part(kind: .link, text: random.pick(["https://", "http://", "HTTPS://", "www."]) + host + path)
    }
  }

  @Test func `every part is found where it is, and reads back to its text`() {
    var random = SeededGenerator(seed: 11)
    let gaps = [" and ", ", then ", "; ", "\n", "\r\n", " (or) ", ". Next: ", " é 😀 ", " \u{201C}x\u{201D} "]
    for _ in 0..<Self.rounds {
      let parts = (0..<Int.random(in: 1...5, using: &random)).map { _ in part(&random) }
      var text = random.pick(["", "See ", "😀 ", "\u{201E}"])
      var ranges: [Range<Int>] = []
      for part in parts {
        let start = text.unicodeScalars.count
        text += part.text
        ranges.append(start..<text.unicodeScalars.count)
        text += random.pick(gaps)
      }
      let scalars = Array(text.unicodeScalars)
      let entities = EntityScanner.entities(in: scalars)
      #expect(entities.map(\.range) == ranges, "\(text.debugDescription)")
      #expect(entities.map(\.kind) == parts.map(\.kind), "\(text.debugDescription)")
      #expect(entities.map { scalars.string($0.range) } == parts.map(\.text))
      for entity in entities where entity.kind == .link {
        guard let start = entity.addressStart, let host = entity.link?.host else { continue }
        #expect(scalars.lowercasedString(start..<entity.range.upperBound).hasPrefix(host))
      }
    }
  }

  @Test func `a part that ends a text is found, and a text cut anywhere has parts within it`() {
    var random = SeededGenerator(seed: 14)
    for _ in 0..<Self.rounds {
      let part = part(&random)
      let scalars = Array((random.pick(["", "See ", "😀 "]) + part.text).unicodeScalars)
      let entities = EntityScanner.entities(in: scalars)
      #expect(entities.map(\.kind) == [part.kind] && entities.map { scalars.string($0.range) } == [part.text])
      for cut in scalars.indices {
        var end = 0
        for entity in EntityScanner.entities(in: Array(scalars[..<cut])) {
          #expect(entity.range.lowerBound >= end && entity.range.upperBound <= cut && !entity.range.isEmpty)
          end = entity.range.upperBound
        }
      }
    }
  }

  @Test func `a number or a wallet with one more character is another one`() {
    var random = SeededGenerator(seed: 15)
    for _ in 0..<Self.rounds {
      let part = part(&random)
      guard [.card, .iban, .wallet].contains(part.kind) else { continue }
      let (before, after) = (random.pick(["", "to "]), random.pick(["", " now", "."]))
      let scalars = Array((before + part.text + random.word(1, of: Self.small + Self.digits) + after).unicodeScalars)
      let end = (before + part.text).unicodeScalars.count
      #expect(!EntityScanner.entities(in: scalars).contains { $0.kind == part.kind && $0.range.upperBound == end })
    }
  }

  @Test func `the host of a link is the one that it was built from, whatever is around the name`() {
    var random = SeededGenerator(seed: 12)
    for _ in 0..<Self.rounds {
      let label = random.word(Int.random(in: 2...12, using: &random), of: Self.small + Self.digits) + "x"
      let domain = label + random.pick([".com", ".co.uk", ".top", ".com.br", ".github.io", ".example"])
      let host = random.pick(["", "www.", "paypal.com.", "a-b.c."]) + domain
      let written = random.pick([
        host, host.uppercased(), host + ".", host.replacing("a", with: "%61"), host.replacing(".", with: "\u{3002}"),
      ])
      let user = random.pick(["", "", "paypal.com@", "www.bank.example:pay@", "a@b@", "x:y:z@"])
      let port = random.pick(["", ":443", ":08080", ":"])
      let rest = random.pick([
        "", "/", "/a", "\\.paypal.com/b", "/@paypal.com", "?u=https://paypal.com", "#@paypal.com/", "/paypal.com",
      ])
      let slashes = random.pick(["//", "/", "\\\\", "///", "\\/"])
      let text =
        "pay at " + random.pick(["https:", "http:", "HTTP:"]) + slashes + user + written + port + rest + " today"
      let links = EntityScanner.entities(in: Array(text.unicodeScalars)).compactMap(\.link)
      #expect(links.count == 1, "\(text)")
      #expect(links.first?.host == host, "\(text)")
      #expect(links.first.map { PublicSuffixList.registrableDomain(of: $0.host) } == domain, "\(text)")
      #expect(links.first?.hasUserPart == !user.isEmpty, "\(text)")
    }
  }

  @Test func `no soup of marks leads to another domain than the one a browser opens`() {
    var random = SeededGenerator(seed: 13)
    let pieces = [
      "paypal.com", "evil.top", "@", ":", "/", "\\", "?", "#", ".", "..", "%2f", "%40", "%2E", "\u{3002}", "\u{FF0F}",
      "\u{200B}", "\u{AD}",
      "-", "_", "[", "]", "::1", "0x7f", "1", "xn--", "é", "\u{430}", "443", "\u{2024}", "💩", "http:", "//", " ",
      "a",
    ]
    var told = 0
    for _ in 0..<6_000 {
      let text = "https://" + (0..<Int.random(in: 1...9, using: &random)).map { _ in random.pick(pieces) }.joined()
      let scalars = Array(text.unicodeScalars)
      var end = 0
      for entity in EntityScanner.entities(in: scalars) {
        #expect(
          entity.range.lowerBound >= end && entity.range.upperBound <= scalars.count && !entity.range.isEmpty,
          "\(text.debugDescription)")
        end = entity.range.upperBound
        guard let link = entity.link, !link.host.isEmpty, entity.range.lowerBound == 0 else { continue }
        var host = WebAuthority.host(of: scalars.string(entity.range))
        if host?.hasSuffix(".") == true { host?.removeLast() }
        // What no browser opens may be a misread address: "https:// bank.example".
        guard let host else { continue }
        #expect(link.host == host, "\(text.debugDescription)")
        told += 1
      }
    }
    #expect(told > 400)
  }

  @Test func `links beyond the limit are found where all are asked for`() {
    let text = String(repeating: "https://a.example/ ", count: EntityScanner.maximumLinks + 3)
    let scalars = Array(text.unicodeScalars)
    #expect(EntityScanner.entities(in: scalars).count == EntityScanner.maximumLinks)
    #expect(EntityScanner.entities(in: scalars, isExhaustive: true).count == EntityScanner.maximumLinks + 3)
    let long = Array(("https://a.example/" + String(repeating: "b", count: 10_000)).unicodeScalars)
    #expect(EntityScanner.entities(in: long).map(\.range) == [0..<long.count])
  }

  @Test(arguments: ["\u{201C}", "\u{AB}", "\u{201E}", "\u{2022}", "\u{2014}", "(", "*", "<", "'"])
  func `a mark before an address is not part of it`(mark: String) {
    let scalars = Array("\(mark)bank.example.com/reset".unicodeScalars)
    #expect(EntityScanner.entities(in: scalars).map { scalars.string($0.range) } == ["bank.example.com/reset"])
  }

  @Test(arguments: [
    ("(888) 555-0142 24/7", ["(888) 555-0142"]), ("+44 20 7946 0123 6233-2303-6607", ["+44 20 7946 0123"]),
    ("+442079460123 3713 102720 50562", ["+442079460123"]), ("+1 888 555 0142, 12/2025 or 13", ["+1 888 555 0142"]),
    ("+44 20 7946 0123x", []), ("(888) 555-0142a", []), ("(2024) 12 345 678 901 234 567", []),
  ])
  func `a number after a telephone number does not hide it`(text: String, phones: [String]) {
    let scalars = Array(text.unicodeScalars)
    #expect(EntityScanner.entities(in: scalars).filter { $0.kind == .phone }.map { scalars.string($0.range) } == phones)
  }
}
