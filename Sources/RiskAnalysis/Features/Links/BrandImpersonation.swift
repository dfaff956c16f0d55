/// Finds a company's name in an address that is not its own: "paypal" in "secure-paypal-login.example"
/// (combosquatting), or a name that differs in one letter, "paypai" and "payypal" (typosquatting).
///
/// Two hash tables make the work independent of the number of names: the beginnings of all names, and all names with
/// one letter deleted (SymSpell, Garbe 2012: two words are one edit apart only if they share a deletion).
struct BrandImpersonation: Sendable {
  /// Shorter names occur in ordinary words.
  private static let minimumName = 5
  /// Too many ordinary words are one letter away from a shorter name.
  private static let minimumMisspelled = 6
  /// Shortest case-sensitive name, such as "UPS", that counts as a whole word.
  private static let minimumCaseSensitive = 3
  /// Longer words of an address are random, not meant to be read.
  private static let maximumWord = 40

  let names: JaggedArray<UInt32>
  let whole: HashIndex
  let byBeginning: HashIndex
  let byDeletion: HashIndex
  let ordinaryWords: Set<[UInt32]>

  /// Looks for the names of all brands, unless they are too short. Canonical ordinary words resemble a name by chance.
  init(brands: [Brand], ordinaryWords: Set<[UInt32]>) {
    self.ordinaryWords = ordinaryWords
    var known: Set<[UInt32]> = []
    var letters: [(row: Int32, value: UInt32)] = []
    var whole: [(hash: WordHash, number: Int32)] = []
    var beginnings: [(hash: WordHash, number: Int32)] = []
    var deletions: [(hash: WordHash, number: Int32)] = []
    for brand in brands {
      let name = URLClassifier.canonical(brand.name)
      let isLong = name.count >= Self.minimumName
      guard isLong || brand.isCaseSensitive && name.count >= Self.minimumCaseSensitive, known.insert(name).inserted
      else { continue }
      let number = Int32(known.count - 1)
      letters += name.map { (number, $0) }
      whole.append((WordHash(name), number))
      if isLong { beginnings.append((WordHash(name.prefix(Self.minimumName)), number)) }
      guard name.count >= Self.minimumMisspelled else { continue }
      for deletion in Self.deletions(of: name) { deletions.append((deletion, number)) }
    }
    names = JaggedArray(letters, rowCount: known.count)
    self.whole = HashIndex(whole)
    byBeginning = HashIndex(beginnings)
    byDeletion = HashIndex(deletions)
  }

  /// The name that a word of an address (between full stops or hyphens) is or contains, or nearly is if it is long.
  func impersonated(by word: [UInt32]) -> [UInt32]? {
    if whole.numbers(of: WordHash(word)).contains(where: { names[Int($0)].elementsEqual(word) }) { return word }
    if ordinaryWords.contains(word) || word.count > Self.maximumWord { return nil }
    return contained(in: word) ?? misspelled(as: word)
  }

  private func contained(in word: [UInt32]) -> [UInt32]? {
    guard word.count > Self.minimumName else { return nil }
    for start in 0...(word.count - Self.minimumName) {
      let beginning = WordHash(word[start..<(start + Self.minimumName)])
      for number in byBeginning.numbers(of: beginning) {
        let name = names[Int(number)]
        if start + name.count <= word.count, word[start..<(start + name.count)].elementsEqual(name) {
          return Array(name)
        }
      }
    }
    return nil
  }

  private func misspelled(as word: [UInt32]) -> [UInt32]? {
    guard word.count >= Self.minimumMisspelled - 1 else { return nil }
    for form in Self.deletions(of: word) {
      for number in byDeletion.numbers(of: form) {
        let name = Array(names[Int(number)])
        if Self.isOneEditAway(word, name) { return name }
      }
    }
    return nil
  }

  /// The word itself and its forms with one letter deleted.
  private static func deletions(of word: [UInt32]) -> [WordHash] {
    [WordHash(word)]
      + word.indices.map { omitted in
        var hash = WordHash()
        for index in word.indices where index != omitted { hash.combine(word[index]) }
        return hash
      }
  }

  /// One letter replaced, deleted or inserted, or two neighbors swapped (Damerau-Levenshtein distance 1).
  static func isOneEditAway(_ one: [UInt32], _ other: [UInt32]) -> Bool {
    guard abs(one.count - other.count) <= 1, one != other else { return false }
    var head = 0
    while head < min(one.count, other.count), one[head] == other[head] { head += 1 }
    var tail = 0
    while tail < min(one.count, other.count) - head, one[one.count - 1 - tail] == other[other.count - 1 - tail] {
      tail += 1
    }
    let left = one.count - head - tail
    let right = other.count - head - tail
    if left <= 1, right <= 1 { return true }
    return left == 2 && right == 2 && one[head] == other[head + 1] && one[head + 1] == other[head]
  }

  func write(to writer: inout BinaryWriter) {
    names.write(to: &writer)
    for index in [whole, byBeginning, byDeletion] { index.write(to: &writer) }
  }

  init(reading reader: inout BinaryReader, ordinaryWords: Set<[UInt32]>) throws(BinaryReader.Failure) {
    names = try JaggedArray(reading: &reader)
    whole = try HashIndex(reading: &reader, limit: names.rowCount)
    byBeginning = try HashIndex(reading: &reader, limit: names.rowCount)
    byDeletion = try HashIndex(reading: &reader, limit: names.rowCount)
    self.ordinaryWords = ordinaryWords
  }
}
