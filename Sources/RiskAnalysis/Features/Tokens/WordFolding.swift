internal import TextEntities

/// The canonical form of a word, for phrases and recognized text alike.
///
/// Beyond case and accents it merges what recognition confuses on screens, and what senders put in its place: l, I, i, 1
/// and | become "i", 0 becomes "o", 3 "e", 4 "a", 5 "s", 7 "t", "rn" "m" and "vv" "w". Phrases are folded, too, so rule
/// authors need not know. Words without letters keep their digits.
struct WordFolding {
  /// Scalars; the rest of a longer word is ignored. No phrase has a word this long.
  static let maximumLength = 48

  private(set) var scalars: [UInt32] = []
  /// The word mixes Latin with Cyrillic or Greek letters.
  var isMixedScript: Bool { hasLatin && hasForeign }
  private(set) var hasLetter = false
  private var hasLatin = false
  private var hasForeign = false

  /// Starts a new word and keeps the storage.
  mutating func reset() {
    scalars.removeAll(keepingCapacity: true)
    hasLetter = false
    hasLatin = false
    hasForeign = false
  }

  mutating func append(_ folded: ScalarFolding.Folded) {
    switch folded {
    case .separator, .nothing: break
    case .digit(let value): push(value)
    case .letter(let value): pushLetter(value)
    case .pair(let first, let second):
      pushLetter(first)
      pushLetter(second)
    }
  }

  /// Call once after the last scalar of the word.
  mutating func finish() {
    guard hasLetter else { return }
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
    case 0x33: 0x65  // 3 -> e
    case 0x34: 0x61  // 4 -> a
    case 0x35: 0x73  // 5 -> s
    case 0x37: 0x74  // 7 -> t
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
