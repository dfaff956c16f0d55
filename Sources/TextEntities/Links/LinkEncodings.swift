/// Base64 in both alphabets (RFC 4648), in links that may be cut off.
enum Base64 {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// Decodes up to the first character outside the alphabets.
  static func decoded(_ text: Substring) -> String {
    var bytes: [UInt8] = []
    var bits: UInt32 = 0
    var count = 0
    for byte in text.utf8 {
      guard let value = alphabet.firstIndex(of: byte == 0x2D ? 0x2B : byte == 0x5F ? 0x2F : byte) else { break }
      bits = bits << 6 | UInt32(value)
      count += 6
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// Percent-encoding (RFC 3986, section 2.1). Bytes that are not UTF-8 become replacement characters.
package enum PercentEncoding {
  /// Leaves invalid sequences as they are, and drops an incomplete one at the end of a text that may be cut off.
  package static func decoded(
    _ text: some StringProtocol, isCut: Bool = true, where isDecoded: (UInt8) -> Bool = { _ in true }
  ) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    var rest = Substring(text).utf8[...]
    while let byte = rest.popFirst() {
      let digits = byte == 0x25 ? rest.prefix(2).compactMap { Character(Unicode.Scalar($0)).hexDigitValue } : []
      let value = digits.count == 2 ? UInt8(digits[0] << 4 | digits[1]) : nil
      if let value, isDecoded(value) {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else if isCut, byte == 0x25, rest.count < 2 {
        break
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
