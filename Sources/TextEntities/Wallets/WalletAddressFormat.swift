internal import Hashing

/// The formats of Bitcoin, Ethereum and Tron addresses. Checksums are ignored: recognition rarely gets all of it right.
package enum WalletAddressFormat {
  package static func matches(_ word: ArraySlice<Unicode.Scalar>) -> Bool {
    guard word.count >= 26, let first = word.first else { return false }
    func hasPrefix(_ prefix: String) -> Bool { word.starts(with: prefix.unicodeScalars) { $0.asciiLowercased == $1 } }
    if word.count == 42, hasPrefix("0x") { return word.dropFirst(2).allSatisfy(\.isASCIIHexDigit) }
    if word.count >= 42, hasPrefix("bc1") { return !word.contains(where: \.isASCIICapital) }
    let isBitcoin = (first == "1" || first == "3") && (26...35).contains(word.count)
    let isTron = first == "T" && word.count == 34
    return (isBitcoin || isTron) && isMixedBase58(word) && word.dropFirst().contains(where: \.isASCIIDigit)
  }

  /// Digits of Base58, capitals and small letters among them.
  package static func isMixedBase58(_ word: some Collection<Unicode.Scalar>) -> Bool {
    word.allSatisfy { Base58.isDigit($0.value) } && word.contains(where: \.isASCIICapital)
      && word.contains(where: \.isASCIISmallLetter)
  }
}

/// The alphabet and checksum of Bitcoin and Tron addresses (Bitcoin Core, base58.h): no 0, O, I and l, because people
/// confuse them, and four bytes of a double SHA-256 at the end.
package enum Base58 {
  private static let alphabet = Array("123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz".utf8)

  private static let values: [UInt8] = {
    var values = [UInt8](repeating: 255, count: 256)
    for (value, byte) in alphabet.enumerated() { values[Int(byte)] = UInt8(value) }
    return values
  }()

  package static func isDigit(_ value: UInt32) -> Bool { value < 256 && values[Int(value)] != 255 }

  /// Whether ASCII text is an address of 25 bytes with a correct checksum.
  package static func isAddress(_ text: [UInt8]) -> Bool {
    guard (26...35).contains(text.count) else { return false }
    // Little-endian base 256; 35 digits of base 58 fit into 26 bytes.
    var bytes = [UInt8](repeating: 0, count: 26)
    for digit in text {
      var carry = UInt32(values[Int(digit)])
      guard carry != 255 else { return false }
      for index in bytes.indices {
        carry += UInt32(bytes[index]) * 58
        bytes[index] = UInt8(carry & 0xFF)
        carry >>= 8
      }
    }
    guard bytes[25] == 0 else { return false }
    let decoded = Array(bytes[0..<25].reversed())
    return SHA256.digest(of: SHA256.digest(of: Array(decoded.prefix(21)))).prefix(4) == decoded.suffix(4)
  }
}

/// The alphabet (without 1, b, i and o) and checksum of newer Bitcoin addresses, "bc1…" (BIP 173 and BIP 350).
package enum Bech32 {
  private static let alphabet = Array("qpzry9x8gf2tvdw0s3jn54khce6mua7l".utf8)
  private static let generators: [UInt32] = [0x3B6A_57B2, 0x2650_8E6D, 0x1EA1_19FA, 0x3D42_33DD, 0x2A14_62B3]

  /// Whether ASCII text in small letters is "bc1" and digits with a correct checksum of either kind.
  package static func isAddress(_ text: [UInt8]) -> Bool {
    guard (14...90).contains(text.count), text.starts(with: "bc1".utf8) else { return false }
    // The human-readable part "bc": its high bits, a zero, its low bits.
    var values: [UInt32] = [3, 3, 0, 2, 3]
    for byte in text.dropFirst(3) {
      guard let value = alphabet.firstIndex(of: byte) else { return false }
      values.append(UInt32(value))
    }
    let rest = remainder(values)
    return rest == 1 || rest == 0x2BC8_30A3
  }

  private static func remainder(_ values: [UInt32]) -> UInt32 {
    var sum: UInt32 = 1
    for value in values {
      let top = sum >> 25
      sum = (sum & 0x1FF_FFFF) << 5 ^ value
      for (bit, generator) in generators.enumerated() where top >> UInt32(bit) & 1 == 1 { sum ^= generator }
    }
    return sum
  }
}
