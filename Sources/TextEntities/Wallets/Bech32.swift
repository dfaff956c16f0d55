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
