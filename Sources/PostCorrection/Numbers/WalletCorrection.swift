internal import ScanModel
internal import TextEntities

/// Corrects wallet addresses, which have a checksum: only a reading that passes replaces the original. Pieces cut by a
/// space are joined by their length, and the 1 of "bc1" is known even without a checksum.
///
/// Their alphabets omit O and l. Beyond these, lower-case and capital letters of one shape and a few digits are tried,
/// at no more than two positions. With 2,000 tries, one passes by chance once in two million cases.
enum WalletCorrection {
  /// Most words examined on one page: each takes thousands of checksums. No page meant for people has more.
  static let maximumSearches = 16
  private static let marks = ".,;:!?)\"'"

  /// A line with its addresses corrected; `searches` more words of the page may be examined.
  static func repaired(_ words: [RecognizedWord], searches: inout Int) -> [RecognizedWord] {
    let words = joinedPieces(words)
    guard words.contains(where: { (26...66).contains($0.text.utf8.count) }) else { return words }
    return words.map { word in
      guard (26...66).contains(word.text.utf8.count), searches > 0 else { return word }
      let core = word.text.withoutFinal(marks)
      guard isPlain(core) else { return word }
      let address = Array(core.utf8)
      guard core.hasDigit, core.hasLetter,
        isEthereum(address) || isNewBitcoin(address) || (26...35).contains(address.count)
      else { return word }
      searches -= 1
      guard let right = right(address) ?? withRightPrefix(address) else { return word }
      return word.repaired(to: String(decoding: right, as: UTF8.self) + word.text.dropFirst(core.count))
    }
  }

  private static func isPlain(_ text: some StringProtocol) -> Bool {
    text.utf8.allSatisfy { $0 < 0x80 && ($0 == 0x7C || Unicode.Scalar($0).isAlphanumeric) }
  }

  /// Joins two or three adjacent words that together have the length of an address, if none is a word of a language.
  private static func joinedPieces(_ words: [RecognizedWord]) -> [RecognizedWord] {
    guard words.contains(where: { $0.text.utf8.count >= 14 }) else { return words }
    return words.replacingRuns { start in
      let end = (start + 2...start + 3).last { $0 <= words.count && isCutAddress(words[start..<$0]) }
      return end.map { ([words.joined(start..<$0, as: words[start..<$0].map(\.text).joined())], $0) }
    }
  }

  private static func isCutAddress(_ words: ArraySlice<RecognizedWord>) -> Bool {
    let pieces = words.map { $0.text.withoutFinal(marks) }
    guard pieces.allSatisfy({ $0.utf8.count >= 6 && isPlain($0) && $0.hasDigit && $0.hasLetter }),
      let first = pieces.first
    else { return false }
    // Only the last piece may end a sentence.
    guard zip(pieces, words).dropLast().allSatisfy({ $0.count == $1.text.count }) else { return false }
    let length = pieces.reduce(0) { $0 + $1.utf8.count }
    let start = first.lowercased()
    if start.hasPrefix("0x") { return length == 42 && pieces.joined().dropFirst(2).allSatisfy(\.isHexDigit) }
    if ["bc1", "bcl", "bci"].contains(where: start.hasPrefix) { return length == 42 || length == 62 }
    return (33...34).contains(length) && "13".contains(first.first ?? " ")
  }

  static func right(_ text: [UInt8]) -> [UInt8]? {
    if isEthereum(text) { return hexadecimal(text) }
    if isNewBitcoin(text) {
      let lowered = text.map { Unicode.Scalar($0).isCapital ? $0 + 0x20 : $0 }
      return search(for: Bech32.isAddress, from: Array("bc1".utf8) + lowered.dropFirst(3), fixed: 3, bech32)
        .flatMap { $0 == text ? nil : $0 }
    }
    guard let first = text.first, "13TlI|".utf8.contains(first) else { return nil }
    return search(for: Base58.isAddress, from: text, fixed: 0, base58).flatMap { $0 == text ? nil : $0 }
  }

  /// "bciq…": the 1 belongs to the prefix, whatever follows. After it there are no Os, only zeros (BIP 173).
  private static func withRightPrefix(_ text: [UInt8]) -> [UInt8]? {
    guard isNewBitcoin(text), text[3] | 0x20 == 0x71 || text[3] | 0x20 == 0x70 else { return nil }
    let right = Array("bc1".utf8) + text.dropFirst(3).map { $0 | 0x20 == 0x6F ? 0x30 : $0 }
    return right == text ? nil : right
  }

  /// Tries alternatives: first for letters that cannot occur, then at one and two other positions.
  private static func search(
    for isRight: ([UInt8]) -> Bool, from text: [UInt8], fixed: Int, _ readings: Readings
  ) -> [UInt8]? {
    var start = text
    var choices: [(place: Int, byte: UInt8)] = []
    for place in fixed..<text.count {
      let read = Unicode.Scalar(text[place])
      var options = (readings.forced[read] ?? readings.others[read] ?? "").utf8[...]
      if readings.forced[read] != nil, let first = options.popFirst() { start[place] = first }
      choices += options.map { (place, $0) }
    }
    if isRight(start) { return start }
    for (number, choice) in choices.enumerated() {
      var one = start
      one[choice.place] = choice.byte
      if isRight(one) { return one }
      for other in choices[(number + 1)...].prefix(64) where other.place != choice.place {
        var two = one
        two[other.place] = other.byte
        if isRight(two) { return two }
      }
    }
    return nil
  }

  /// What a letter that cannot occur stands for, the likeliest first, and what another one may have been.
  private typealias Readings = (forced: [Unicode.Scalar: String], others: [Unicode.Scalar: String])

  private static let base58: Readings = (
    forced: ["0": "oDQ", "O": "oDQ", "l": "1iLJ", "I": "1iLJ", "|": "1iLJ"],
    others: [
      "c": "C", "C": "c", "k": "K", "K": "k", "p": "P", "P": "p", "s": "S5", "S": "s5", "u": "U", "U": "u", "v": "V",
      "V": "v", "w": "W", "W": "w", "x": "X", "X": "x", "y": "Y", "Y": "y", "z": "Z2", "Z": "z2", "o": "DQ", "1": "iL",
      "2": "Zz", "5": "Ss", "6": "bG", "b": "6", "8": "B", "B": "8", "9": "gq", "g": "9q", "q": "9g",
    ]
  )

  private static let bech32: Readings = (
    forced: ["o": "0", "i": "lj", "|": "lj", "1": "lj", "b": "6"],
    others: ["g": "9q", "q": "g9", "9": "gq", "s": "5", "5": "s", "2": "z", "z": "2", "v": "y", "y": "v"]
  )

  private static func isNewBitcoin(_ text: [UInt8]) -> Bool {
    guard text.count == 42 || text.count == 62 else { return false }
    return text[0] | 0x20 == 0x62 && text[1] | 0x20 == 0x63 && "1lIi|".utf8.contains(text[2])
  }

  private static func isEthereum(_ text: [UInt8]) -> Bool {
    text.count == 42 && (text[0] == 0x30 || text[0] == 0x4F || text[0] == 0x6F) && text[1] | 0x20 == 0x78
  }

  /// "0x" and 40 hexadecimal digits. Letters beyond F can only be digits; without a checksum, at most three are wrong.
  private static func hexadecimal(_ text: [UInt8]) -> [UInt8]? {
    var right = text
    right[0] = 0x30
    right[1] = 0x78
    var changes = 0
    for place in 2..<text.count {
      let scalar = Unicode.Scalar(text[place])
      if scalar.isDigit || (0x61...0x66).contains(text[place] | 0x20) { continue }
      guard DigitLookalikes.isLikely(scalar) || scalar == "S" || scalar == "s",
        let digit = DigitLookalikes.digit(scalar)
      else { return nil }
      right[place] = UInt8(digit.value)
      changes += 1
    }
    return changes > 3 || right == text ? nil : right
  }
}
