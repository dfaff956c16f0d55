internal import Hashing

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
