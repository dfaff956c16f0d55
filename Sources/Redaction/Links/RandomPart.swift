internal import TextEntities

/// Tells the random parts of a link's path, such as keys, from words that people read. Its tests measure both sides.
enum RandomPart {
  /// A readable title in a path is shorter.
  private static let maximumReadable = 128
  /// The longest word in letters and digits; German and Dutch have words of forty letters.
  private static let maximumWord = 40
  /// Digits in a row, or in groups of a card or telephone number. Dates have eight.
  private static let minimumNumber = 9
  private static let groupsOfUUID = [8, 4, 4, 4, 12]

  /// Whether a part of a path, or a word that may be one, looks random.
  static func isRandom(_ part: ArraySlice<Unicode.Scalar>) -> Bool {
    var plain = part
    if part.contains("%") {
      plain = Array(PercentEncoding.decoded(String(String.UnicodeScalarView(part))).unicodeScalars)[...]
    }
    guard plain.count <= maximumReadable else { return true }
    let words = plain.split { !isLetter($0) && !$0.isASCIIDigit }
    if words.map(\.count) == groupsOfUUID, words.allSatisfy({ $0.allSatisfy(\.isASCIIHexDigit) }) { return true }
    var digits = 0
    for word in words {
      digits = word.allSatisfy(\.isASCIIDigit) ? digits + word.count : 0
      if digits >= minimumNumber || isRandomWord(word) { return true }
    }
    // A key with hyphens by chance: "kX3-f7Qa_Zp9".
    if part.count >= 14, part.contains(where: \.isASCIIDigit), words.count(where: hasUntidyCase) >= 2 { return true }
    // A key in groups: "AB12-CD34-EF56".
    let mixed = words.count { word in word.contains(where: \.isASCIIDigit) && word.contains(where: isLetter) }
    return words.count >= 3 && mixed * 2 > words.count && words[0].count >= 4
      && words.allSatisfy { $0.count == words[0].count }
  }

  /// The same for a part after a word such as "verify", where shorter ones are keys: "482913", "XKQJT".
  static func isKey(_ part: ArraySlice<Unicode.Scalar>) -> Bool {
    guard part.count >= 4 else { return false }
    return part.count(where: \.isASCIIDigit) >= 2 || isRandom(part)
      || part.split { !isLetter($0) }.contains { LetterPairs.isUnreadable($0, inWord: true) || hasOddCase($0) }
  }

  private static func isRandomWord(_ word: ArraySlice<Unicode.Scalar>) -> Bool {
    if word.count > maximumWord { return true }
    let runs = runs(of: word)
    let letters = runs.filter { !$0[$0.startIndex].isASCIIDigit }
    let digits = runs.filter { $0[$0.startIndex].isASCIIDigit }
    let isWord = runs.count <= 2 && !hasUntidyCase(word)
    let hasUnreadable = letters.contains { LetterPairs.isUnreadable($0, inWord: isWord) || hasOddCase($0) }
    if runs.count < 2 { return word.count >= 8 && hasUnreadable || word.count >= 6 && hasOddCase(word) }
    if digits.reduce(0, { $0 + $1.count }) >= minimumNumber { return true }
    if runs.count >= 3, word.count >= 8, word.allSatisfy(\.isASCIIHexDigit) { return true }
    if runs.count == 2 { return word.count >= 7 && hasUnreadable && !isAbbreviation(runs) }
    if runs.count >= 4, word.count >= 20 { return true }
    if runs.count == 3 { return word.count >= 6 && hasUnreadable || hasUntidyCase(word) && word.count >= 8 }
    // "covid19vaccine2024" has words between its numbers.
    return word.count >= 6 && (hasUnreadable || letters.contains { $0.count < 3 } || digits.contains { $0.count > 4 })
  }

  /// "rfc3986", "ps2160".
  private static func isAbbreviation(_ runs: [ArraySlice<Unicode.Scalar>]) -> Bool {
    runs[0].count <= 3 && !runs[0][runs[0].startIndex].isASCIIDigit && runs[1].count <= 4
  }

  /// Letters and digits apart: "iphone15pro" is three runs.
  private static func runs(of word: ArraySlice<Unicode.Scalar>) -> [ArraySlice<Unicode.Scalar>] {
    var runs: [ArraySlice<Unicode.Scalar>] = []
    var start = word.startIndex
    for index in word.indices where index > start && word[index].isASCIIDigit != word[index - 1].isASCIIDigit {
      runs.append(word[start..<index])
      start = index
    }
    if start < word.endIndex { runs.append(word[start...]) }
    return runs
  }

  /// More capitals inside than words written together have: "qWxRtY", but not "resetPassword".
  private static func hasOddCase(_ letters: ArraySlice<Unicode.Scalar>) -> Bool {
    let changes = zip(letters, letters.dropFirst()).count { $0.isASCIISmallLetter && $1.isASCIICapital }
    return changes >= 2 && changes * 4 > letters.count
  }

  /// Neither small, nor capitals, nor a capital and small letters.
  private static func hasUntidyCase(_ word: ArraySlice<Unicode.Scalar>) -> Bool {
    word.dropFirst().contains(where: \.isASCIICapital) && word.contains(where: \.isASCIISmallLetter)
  }

  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCIILetter || scalar.value >= 0x80 && scalar.properties.isAlphabetic
  }
}

/// Tells words from random letters by the pairs of letters in them.
enum LetterPairs {
  /// For each letter, those that often follow it: the 300 most frequent pairs in the catalogues, pages and test messages of this
  /// project, in six languages. One word in a hundred has enough other pairs to count as random; of random words 94 % of eight
  /// letters do, and 98 % of sixteen.
  private static let followers: [UInt32] = [
    "abcdfghijklmnoprstuvyz", "aeiloru", "acehiklortu", "adeilorstu", "abcdefghiklmnoprstuvwxz", "aefiortu",
    "aeghilnorstu", "aeilnortu", "abcdefgjklmnopqrstuvxz", "aekou", "aeilost", "adeghilostuy", "abeimopsu",
    "abcdefghiklmnorstuvz", "abcdefghiklmnoprstuvwy", "aehiloprstu", "u", "abcdegiklmnoprstuvwy", "acehiklmopstuwy",
    "acehilorstuwyz", "abcdefgilmnoprstv", "aeior", "aehio", "eipt", "eops", "aeiouz",
  ].map { letters in letters.utf8.reduce(0) { $0 | 1 << UInt32($1 - 0x61) } }

  /// Pairs of compounds and names, as in "keynote", "Schwarzwald" and "Szczecin". Keys of letters and digits in turn have
  /// few pairs, so that these would let too many pass.
  private static let ofWords = ["cz", "ey", "py", "rz", "sz", "ys", "yn", "yt", "zw", "zy"].map { pair in
    pair.utf8.map { UInt32($0) - 0x61 }
  }
  private static let followersInWords = ofWords.reduce(into: followers) { $0[Int($1[0])] |= 1 << $1[1] }

  /// Whether a run of letters has too many unusual pairs to be a word, or to be in one with at most one number. Pairs with
  /// letters outside ASCII count as usual.
  static func isUnreadable(_ letters: some Collection<Unicode.Scalar>, inWord: Bool) -> Bool {
    let followers = inWord ? followersInWords : followers
    var pairs = 0
    var unusual = 0
    var previous: UInt32?
    for letter in letters {
      let value = letter.asciiLowercased.value
      let index = letter.isASCIILetter ? value - 0x61 : nil
      if let previous, let index {
        pairs += 1
        if followers[Int(previous)] >> index & 1 == 0 { unusual += 1 }
      }
      previous = index
    }
    return unusual >= 2 && unusual * 4 > pairs
  }
}
