package import SystemPackage

/// Makes text from outside (file names, recognized words) safe for terminals and log lines, which escape sequences can
/// clear, rewrite or reorder (CWE-150). Every C0 and C1 control, DEL, bidirectional control, zero-width and tag
/// character becomes a visible `\u{..}`; bytes that are not UTF-8 become `\xNN`.
package enum TerminalEscaping {
  /// Escapes a string. With `keepingLineBreaks`, "\n" is kept, for text shown as a block.
  package static func escaped(_ text: String, keepingLineBreaks: Bool = false) -> String {
    guard text.unicodeScalars.contains(where: { isUnsafe($0) }) else { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      if isUnsafe(scalar), !(keepingLineBreaks && scalar == "\n") {
        result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  package static func escaped(_ message: Message) -> Message {
    switch message {
    case .verbatim(let text): .verbatim(escaped(text))
    case .text(let text, let arguments): .text(escaped(text), arguments.map { escaped($0) })
    }
  }

  /// Escapes the raw bytes of a file name, which need not be UTF-8 (path_resolution(7)).
  package static func escaped(bytes: [UInt8]) -> String {
    var result = ""
    var parser = UTF8.ForwardParser()
    var iterator = bytes.makeIterator()
    var position = 0  // ForwardParser reads ahead, so the place is counted from what it reports
    while true {
      switch parser.parseScalar(from: &iterator) {
      case .valid(let encoded):
        result += escaped(String(UTF8.decode(encoded)))
        position += encoded.count
      case .error(let length):
        for byte in bytes[position..<min(position + length, bytes.count)] {
          let digits = String(byte, radix: 16, uppercase: true)
          result += "\\x" + (digits.count == 1 ? "0" + digits : digits)
        }
        position += length
      case .emptyInput:
        return result
      }
    }
  }

  /// Whether a scalar affects the terminal or how its neighbors are shown.
  package static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x00...0x1F, 0x7F...0x9F: true  // C0, DEL, C1
    case 0x200B...0x200F, 0x202A...0x202E, 0x2060...0x206F: true  // zero width, marks, embeddings, isolates
    case 0x061C, 0x180E, 0x2028, 0x2029, 0xFEFF: true
    case 0xE0000...0xE007F: true  // tags
    default: false
    }
  }
}

extension FilePath {
  /// The path, safe to display: control and bidirectional characters and invalid UTF-8 are escaped.
  package var displayName: String { TerminalEscaping.escaped(bytes: bytes) }

  /// The last component, safe to display; the whole path if there is none.
  package var displayFileName: String { lastComponent.map { TerminalEscaping.escaped(bytes: $0.bytes) } ?? displayName }

  /// The raw bytes of the path without the terminating NUL. File names on Linux are bytes, not text.
  package var bytes: [UInt8] {
    unsafe withPlatformString { unsafe [UInt8](UnsafeRawBufferPointer(start: $0, count: length)) }
  }

  /// A path from bytes; a NUL byte ends it.
  package init(bytes: [UInt8]) {
    self.init(platformString: (bytes.prefix { $0 != 0 } + [0]).map { CChar(bitPattern: $0) })
  }
}

extension FilePath.Component {
  package var bytes: [UInt8] { FilePath(root: nil, CollectionOfOne(self)).bytes }
}
