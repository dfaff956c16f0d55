internal import TextEntities

/// The canonical form of one word, the same for rule patterns and for recognised text.
///
/// Beyond case and accents it merges what OCR confuses on screens: l, I, i, 1 and | become "i"; 0 becomes "o", 5 "s";
/// "rn" becomes "m", "vv" "w". Patterns go through the same folding, so nothing has to be known about it to write one.
/// A word of digits only keeps its digits.
struct WordFolding {
  /// Longer words are compared by their first scalars only; no pattern has a word this long.
  static let maximumLength = 48

  /// The canonical scalars.
  private(set) var scalars: [UInt32] = []
  /// Cyrillic or Greek letters stand among Latin ones.
  private(set) var isMixedScript = false
  private(set) var hasLetter = false
  private var hasLatin = false
  private var hasForeign = false
  private var hasInnerDigit = false

  /// Starts the next word, keeping the storage.
  mutating func reset() {
    scalars.removeAll(keepingCapacity: true)
    isMixedScript = false
    hasLetter = false
    hasLatin = false
    hasForeign = false
    hasInnerDigit = false
  }

  mutating func append(_ folded: ScalarFolding.Folded) {
    switch folded {
    case .separator, .nothing: break
    case .digit(let value):
      hasInnerDigit = true
      push(value)
    case .letter(let value): pushLetter(value)
    case .pair(let first, let second):
      pushLetter(first)
      pushLetter(second)
    }
  }

  /// Call once after the last scalar of the word.
  mutating func finish() {
    guard hasLetter else { return }
    isMixedScript = hasLatin && hasForeign
    var written = 0
    for read in scalars.indices {
      let value = Self.canonical(scalars[read], foldingScripts: isMixedScript)
      if written > 0, let merged = Self.merged(scalars[written - 1], value) {
        scalars[written - 1] = merged
      } else {
        scalars[written] = value
        written += 1
      }
    }
    scalars.removeLast(scalars.count - written)
  }

  private mutating func pushLetter(_ value: UInt32) {
    hasLetter = true
    if value < 0x250 {
      hasLatin = true
    } else if ScalarFolding.latinLookAlike(value) != nil {
      hasForeign = true
    }
    push(value)
  }

  private mutating func push(_ value: UInt32) {
    if scalars.count < Self.maximumLength { scalars.append(value) }
  }

  private static func canonical(_ value: UInt32, foldingScripts: Bool) -> UInt32 {
    switch value {
    case 0x6C, 0x31, 0x7C: 0x69  // l 1 | -> i
    case 0x30: 0x6F  // 0 -> o
    case 0x35: 0x73  // 5 -> s
    default:
      if foldingScripts, let latin = ScalarFolding.latinLookAlike(value) {
        latin == 0x6C ? 0x69 : latin
      } else {
        value
      }
    }
  }

  /// "rn" reads as "m", "vv" as "w".
  private static func merged(_ previous: UInt32, _ next: UInt32) -> UInt32? {
    if previous == 0x72 && next == 0x6E { return 0x6D }
    if previous == 0x76 && next == 0x76 { return 0x77 }
    return nil
  }
}

/// 64-bit FNV-1a over canonical scalars. Words are looked up by it; a collision made on purpose could only make a text
/// look like another harmless or harmful phrase, which its writer can have more cheaply.
struct WordHash: Hashable {
  private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  mutating func combine(_ scalar: UInt32) {
    value = (value ^ UInt64(scalar)) &* 0x100_0000_01B3
  }

  init() {}

  init(_ scalars: some Collection<UInt32>) {
    for scalar in scalars { combine(scalar) }
  }
}
