import FoundationEssentials
import Hashing
import TestSupport
import Testing

@testable import TextEntities

/// Formats against a second way to compute them, and against what they are for: a wrong digit is noticed.
struct FormatPropertyTests {
  private static let rounds = 300
  private static let letters = "abcdefghijklmnopqrstuvwxyz0123456789"

  private func digits(_ count: Int, _ random: inout SeededGenerator) -> [UInt32] {
    (0..<count).map { _ in UInt32.random(in: 0...9, using: &random) }
  }

  @Test func `one wrong digit of a card number is noticed, and two that changed places`() {
    var random = SeededGenerator(seed: 21)
    for _ in 0..<Self.rounds {
      let body = digits(Int.random(in: 8...18, using: &random), &random)
      let right = (0...9).map { body + [UInt32($0)] }.filter { CheckDigits.passesLuhn($0) }
      #expect(right.count == 1)
      guard let number = right.first else { continue }
      let place = Int.random(in: number.indices, using: &random)
      var wrong = number
      wrong[place] = (wrong[place] + UInt32.random(in: 1...9, using: &random)) % 10
      #expect(!CheckDigits.passesLuhn(wrong))
      guard place > 0, number[place] != number[place - 1], Set([number[place], number[place - 1]]) != [0, 9] else {
        continue
      }
      wrong = number
      wrong.swapAt(place, place - 1)
      #expect(!CheckDigits.passesLuhn(wrong))
    }
  }

  @Test func `one wrong symbol of an account number is noticed, and two that changed places`() {
    var random = SeededGenerator(seed: 22)
    for _ in 0..<Self.rounds {
      let body = (0..<Int.random(in: 11...30, using: &random)).map { _ in UInt32.random(in: 0...35, using: &random) }
      let country = [UInt32.random(in: 10...35, using: &random), UInt32.random(in: 10...35, using: &random)]
      let right = (2...98).map { country + [UInt32($0) / 10, UInt32($0) % 10] + body }.filter {
        CheckDigits.passesMod97($0)
      }
      #expect(right.count == 1)
      guard let number = right.first else { continue }
      let place = Int.random(in: 4..<number.count, using: &random)
      var wrong = number
      wrong[place] = wrong[place] > 9 ? 10 + (wrong[place] - 9) % 26 : (wrong[place] + 1) % 10
      #expect(!CheckDigits.passesMod97(wrong))
      guard place > 4, number[place] < 10, number[place - 1] < 10, number[place] != number[place - 1] else { continue }
      wrong = number
      wrong.swapAt(place, place - 1)
      #expect(!CheckDigits.passesMod97(wrong))
    }
  }

  private static let base58 = Array("123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz".utf8)

  /// An address as Bitcoin makes it: a version, 20 bytes, and four bytes of a double hash.
  private func address(_ random: inout SeededGenerator) -> [UInt8] {
    let payload = [UInt8(0)] + (0..<20).map { _ in UInt8.random(in: 1...255, using: &random) }
    var bytes = payload + SHA256.digest(of: SHA256.digest(of: payload)).prefix(4)
    let zeros = bytes.prefix { $0 == 0 }.count
    var text: [UInt8] = []
    while bytes.contains(where: { $0 != 0 }) {
      var remainder = 0
      for index in bytes.indices {
        let value = remainder << 8 | Int(bytes[index])
        bytes[index] = UInt8(value / 58)
        remainder = value % 58
      }
      text.append(Self.base58[remainder])
    }
    return Array(repeating: Self.base58[0], count: zeros) + text.reversed()
  }

  @Test func `an address in base 58 is right as it was made, and wrong with one other letter`() {
    var random = SeededGenerator(seed: 23)
    for _ in 0..<Self.rounds {
      var text = address(&random)
      #expect(Base58.isAddress(text), "\(String(decoding: text, as: UTF8.self))")
      // One in a hundred has no digit, and may be a word.
      let hasDigit = text.dropFirst().contains { $0 < 0x3A }
      #expect(
        WalletAddressFormat.matches(Array(String(decoding: text, as: UTF8.self).unicodeScalars)[...]) == hasDigit)
      let place = Int.random(in: text.indices, using: &random)
      let other = random.pick(Self.base58.filter { $0 != text[place] })
      text[place] = other
      #expect(!Base58.isAddress(text))
      text[place] = UInt8(ascii: "0")
      #expect(!Base58.isAddress(text))
    }
  }

  @Test func `one wrong character of an address in base 32 is noticed`() {
    var random = SeededGenerator(seed: 24)
    let right = [
      "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4", "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0",
    ]
    for text in right.map({ Array($0.utf8) }) {
      for _ in 0..<Self.rounds {
        var wrong = text
        let place = Int.random(in: 3..<text.count, using: &random)
        wrong[place] = random.pick(Array("qpzry9x8gf2tvdw0s3jn54khce6mua7lbio1".utf8).filter { $0 != text[place] })
        #expect(!Bech32.isAddress(wrong))
      }
    }
  }

  @Test func `names outside ASCII are written as libidn2 writes them`() {
    var random = SeededGenerator(seed: 25)
    let letters = ["a", "b", "z", "0", "7", "ä", "ö", "é", "ñ", "č", "α", "ω", "д", "ж", "я", "中", "文", "ก", "한"]
    for _ in 0..<Self.rounds {
      let label = (0..<Int.random(in: 1...12, using: &random)).map { _ in random.pick(letters) }.joined()
      guard label.utf8.contains(where: { $0 >= 0x80 }), let name = DomainName.ascii(label) else { continue }
      #expect(Punycode.encoded(Array(label.unicodeScalars)).map { "xn--" + $0 } == name, "\(label)")
    }
    #expect(Punycode.encoded(Array(String(repeating: "é", count: 63).unicodeScalars)) != nil)
    #expect(Punycode.encoded(Array(String(repeating: "é", count: 64).unicodeScalars)) == nil)
  }

  @Test func `base 64 is read as it was written, in both alphabets and cut off`() {
    var random = SeededGenerator(seed: 26)
    for _ in 0..<Self.rounds {
      let text = random.word(Int.random(in: 0...40, using: &random), of: "abc/?=&>~ü€ 12")
      let standard = Data(text.utf8).base64EncodedString()
      #expect(Base64.decoded(standard[...]) == text)
      let other = standard.replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
      #expect(Base64.decoded(other[...]) == text)
      let ascii = random.word(12, of: Self.letters)
      let cut = Int.random(in: 0...16, using: &random)
      #expect(Base64.decoded(Data(ascii.utf8).base64EncodedString().prefix(cut)) == ascii.prefix(cut * 3 / 4))
    }
    #expect(Base64.decoded("AAEC+/8=") == "\u{0}\u{1}\u{2}" + String(decoding: [0xFB, 0xFF] as [UInt8], as: UTF8.self))
  }

  @Test func `percent-encoding is undone, and half a sequence at the end is dropped`() {
    var random = SeededGenerator(seed: 27)
    for _ in 0..<Self.rounds {
      let text = random.word(Int.random(in: 0...20, using: &random), of: "abc/?=&ü€ 12%")
      let encoded = text.utf8.map { byte in
        let hexadecimal = String(byte, radix: 16, uppercase: Bool.random(using: &random))
        return byte != 0x25 && byte < 0x80 && Bool.random(using: &random)
          ? String(UnicodeScalar(byte)) : "%" + (byte < 16 ? "0" : "") + hexadecimal
      }.joined()
      #expect(PercentEncoding.decoded(encoded[...]) == text)
      #expect(PercentEncoding.decoded((encoded + random.pick(["%", "%4"]))[...]) == text)
      #expect(WebHost.percentDecoded(Array(encoded.unicodeScalars)) == text)
    }
    #expect(PercentEncoding.decoded("a%zzb%4g") == "a%zzb%4g")
    #expect(WebHost.percentDecoded(Array("a%zzb%4".unicodeScalars)) == "a%zzb%4")
  }

  @Test func `an address of IPv6 is written in one way, however it was written`() {
    var random = SeededGenerator(seed: 28)
    for _ in 0..<Self.rounds {
      let pieces = (0..<8).map { _ in Bool.random(using: &random) ? 0 : UInt16.random(in: 0...0xFFFF, using: &random) }
      let whole = pieces.map { String($0, radix: 16, uppercase: Bool.random(using: &random)) }.joined(separator: ":")
      let serialised = IPv6Address.serialised(whole.unicodeScalars.map(\.value))
      // The longest run of zeros, of two or more.
      var runs: [Range<Int>] = []
      for index in pieces.indices where pieces[index] == 0 {
        if let last = runs.last, last.upperBound == index {
          runs[runs.count - 1] = last.lowerBound..<index + 1
        } else {
          runs.append(index..<index + 1)
        }
      }
      let longest = runs.map(\.count).max() ?? 0
      let words = pieces.map { String($0, radix: 16) }
      var expected = words.joined(separator: ":")
      if longest > 1, let run = runs.first(where: { $0.count == longest }) {
        expected =
          words[..<run.lowerBound].joined(separator: ":") + "::" + words[run.upperBound...].joined(separator: ":")
      }
      #expect(serialised == expected, "\(whole)")
      #expect(IPv6Address.serialised(expected.unicodeScalars.map(\.value)) == expected)
      let (high, low) = (pieces[6], pieces[7])
      let mixed = words[..<6].joined(separator: ":") + ":\(high >> 8).\(high & 255).\(low >> 8).\(low & 255)"
      #expect(IPv6Address.serialised(mixed.unicodeScalars.map(\.value)) == expected, "\(mixed)")
    }
    for wrong in [
      "1:2", "1::2::3", "1:2:3:4:5:6:7:8:9", "12345::", ":1", "1:2:3:4:5:6:7:1.2.3.4", "::1.2.3", "::1.2.3.256",
      "::01.2.3.4", "g::",
    ] {
      #expect(IPv6Address.serialised(wrong.unicodeScalars.map(\.value)) == nil, "\(wrong)")
    }
  }

  @Test func `an amount is worth what was written`() {
    var random = SeededGenerator(seed: 29)
    for _ in 0..<Self.rounds {
      let whole = Int.random(in: 1...9_999_999, using: &random)
      let cents = Int.random(in: 0...99, using: &random)
      let (thousands, decimal) = random.pick([(",", "."), (".", ","), ("'", ".")])
      var groups = String(whole)
      for place in stride(from: groups.count - 3, to: 0, by: -3) {
        groups.insert(contentsOf: thousands, at: groups.index(groups.startIndex, offsetBy: place))
      }
      let number = random.pick([
        (groups + decimal + (cents < 10 ? "0" : "") + String(cents), Double(whole * 100 + cents) / 100),
        (groups, Double(whole)),
      ])
      let text = random.pick([
        "$\(number.0)", "\(number.0) €", "EUR \(number.0)", "\(number.0) pounds", "Rs.\(number.0)",
      ])
      let scalars = Array("you owe \(text) now".unicodeScalars)
      let amounts = EntityScanner.entities(in: scalars).filter { $0.kind == .amount }
      #expect(amounts.map { scalars.string($0.range) } == [text])
      #expect(amounts.first?.amount == number.1, "\(text)")
    }
  }

  @Test func `letters of every disguise fold to the letter`() {
    for (index, letter) in "abcdefghijklmnopqrstuvwxyz".unicodeScalars.enumerated() {
      let offsets = UInt32(index)
      for value in [
        0x41 + offsets, 0xFF21 + offsets, 0xFF41 + offsets, 0x1D400 + offsets, 0x1D41A + offsets, 0x1D670 + offsets,
      ] {
        guard let scalar = Unicode.Scalar(value) else { continue }
        #expect(ScalarFolding.fold(scalar) == .letter(letter.value))
      }
    }
    for digit in UInt32(0)...9 {
      for value in [0x30 + digit, 0xFF10 + digit, 0x1D7CE + digit, 0x1D7F6 + digit] {
        guard let scalar = Unicode.Scalar(value) else { continue }
        #expect(ScalarFolding.fold(scalar) == .digit(0x30 + digit))
      }
    }
    for (base, letters) in LatinLetters.accented {
      for letter in letters.unicodeScalars { #expect(ScalarFolding.fold(letter) == .letter(base.value)) }
    }
    for (capital, small) in [("А", "а"), ("Я", "я"), ("Ѕ", "ѕ"), ("Ј", "ј"), ("Α", "α"), ("Ω", "ω")] {
      #expect(ScalarFolding.fold(capital.unicodeScalars.first!) == ScalarFolding.fold(small.unicodeScalars.first!))
    }
  }
}
