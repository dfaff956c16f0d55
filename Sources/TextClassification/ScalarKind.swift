/// What a scalar does to the word around it. `training/word_pieces.py` does the same.
enum ScalarKind {
  case space
  /// Ignored; the word continues.
  case nothing
  /// A word by itself.
  case alone
  case letter

  /// Ideographs, kana and hangul syllables, each a word by itself.
  private static let syllables: [ClosedRange<UInt32>] = [
    0x3005...0x3007, 0x3040...0x30FF, 0x31F0...0x31FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xAC00...0xD7A3,
    0xF900...0xFAFF, 0xFF66...0xFF9D, 0x1B000...0x1B16F, 0x20000...0x3FFFF,
  ]

  init(_ scalar: Unicode.Scalar) {
    switch scalar.value {
    case 0x20, 0x09...0x0D: self = .space
    case 0..<0x20, 0x7F: self = .nothing
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: self = .letter
    case ..<0x80: self = .alone
    case 0x85: self = .space
    case 0xFFFD: self = .nothing
    default: self = Self.beyondASCII(scalar)
    }
  }

  private static func beyondASCII(_ scalar: Unicode.Scalar) -> ScalarKind {
    switch scalar.properties.generalCategory {
    case .spaceSeparator, .lineSeparator, .paragraphSeparator: .space
    case .control, .format, .privateUse: .nothing
    case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
      .finalPunctuation, .otherPunctuation, .mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol:
      .alone
    default: syllables.contains { $0.contains(scalar.value) } ? .alone : .letter
    }
  }
}
