/// Writes one JSON object on one line, with sorted keys.
///
/// Written by hand, because an event may take no more than a millisecond, of which JSONEncoder would use a large part.
struct EventLine {
  enum Value {
    case string(String)
    case integer(Int)
    case boolean(Bool)
    case null
  }

  private var fields: [(key: String, value: Value)] = []

  mutating func set(_ key: String, _ value: Value) {
    fields.append((key, value))
  }

  mutating func set(_ more: [(key: String, value: Value)]) {
    fields += more
  }

  /// The line in UTF-8, with its line break.
  var bytes: [UInt8] {
    var line: [UInt8] = []
    line.reserveCapacity(256)
    var separator = UInt8(ascii: "{")
    for field in fields.sorted(by: { $0.key < $1.key }) {
      line.append(separator)
      Self.append(quoted: field.key, to: &line)
      line.append(UInt8(ascii: ":"))
      switch field.value {
      case .string(let text): Self.append(quoted: text, to: &line)
      case .integer(let number): line += String(number).utf8
      case .boolean(let value): line += (value ? "true" : "false").utf8
      case .null: line += "null".utf8
      }
      separator = UInt8(ascii: ",")
    }
    line += "}\n".utf8
    return line
  }

  /// RFC 8259, 7: quotation mark, backslash and the controls U+0000 to U+001F are escaped.
  private static func append(quoted text: String, to line: inout [UInt8]) {
    let digits = Array("0123456789abcdef".utf8)
    line.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): line += [UInt8(ascii: "\\"), byte]
      case 0..<0x20: line += Array("\\u00".utf8) + [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      default: line.append(byte)
      }
    }
    line.append(UInt8(ascii: "\""))
  }
}
