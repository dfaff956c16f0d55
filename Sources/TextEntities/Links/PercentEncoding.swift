/// Percent-encoding (RFC 3986, section 2.1) in links that may be cut off.
package enum PercentEncoding {
  /// Leaves invalid sequences as they are and drops an incomplete one at the end.
  package static func decoded(_ text: Substring) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      guard byte == 0x25 else {
        bytes.append(byte)
        continue
      }
      let digits = rest.prefix(2).compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
      if digits.count == 2 {
        bytes.append(UInt8(digits[0] << 4 | digits[1]))
        rest = rest.dropFirst(2)
      } else if rest.count >= 2 {
        bytes.append(byte)
      } else {
        break
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
