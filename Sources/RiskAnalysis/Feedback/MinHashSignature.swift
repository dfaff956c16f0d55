/// A fingerprint of a passage's words that survives a misread word or two: the smallest hashes of its three-word runs
/// (A. Broder, "On the resemblance and containment of documents", 1997). It does not reveal the words.
struct MinHashSignature: Equatable {
  private static let runLength = 3
  private static let size = 24
  /// Shorter messages resemble too many others. Chosen, not measured.
  static let minimumTokens = 10
  /// Share of common runs, 0 to 1, from which two messages count as the same. A misread word in a message of forty
  /// leaves 0.85; other messages of the same kind share less than 0.2.
  private static let sameFrom = 0.6

  /// Ascending, without duplicates.
  private let hashes: [UInt32]

  /// Nil for passages that are too short.
  init?(_ passage: Range<Int>, _ features: PageFeatures) {
    guard passage.count >= Self.minimumTokens else { return nil }
    let words = passage.map { index in
      let token = features.tokens[index]
      // Amounts and codes differ from one message to the next.
      guard token.kind == .word else { return UInt64(token.kind.symbol) }
      return WordHash(Array(features.folded[token.folded])).value
    }
    var all: Set<UInt32> = []
    for start in 0...(words.count - Self.runLength) {
      var hash: UInt64 = 0
      for word in words[start..<(start + Self.runLength)] { hash = (hash ^ word) &* 0x9E37_79B9_7F4A_7C15 }
      all.insert(UInt32(truncatingIfNeeded: hash >> 32))
    }
    hashes = Array(all.sorted().prefix(Self.size))
  }

  /// Parses `text`; nil if it is malformed.
  init?(_ text: some StringProtocol) {
    let parts = text.split(separator: ".")
    hashes = parts.compactMap { UInt32($0, radix: 16) }
    guard (1...Self.size).contains(parts.count), hashes.count == parts.count, hashes == Set(hashes).sorted() else {
      return nil
    }
  }

  /// The hashes in hexadecimal, separated by full stops.
  var text: String { hashes.map { String($0, radix: 16) }.joined(separator: ".") }

  func isSame(as other: MinHashSignature) -> Bool {
    let mine = Set(hashes)
    let theirs = Set(other.hashes)
    let smallest = mine.union(theirs).sorted().prefix(Self.size)
    let shared = smallest.count { mine.contains($0) && theirs.contains($0) }
    return Double(shared) >= Self.sameFrom * Double(smallest.count)
  }
}
