/// Finds the name of a company inside an address that is not its own: "paypal" in "secure-paypal-login.example", or
/// "paypai" and "payypal", one letter away from it.
///
/// Two tables by hash make the work for an address independent of how many names there are: the beginnings of all names,
/// and all names with one letter left out (Garbe, SymSpell: two words are one edit apart only if they share such a form).
struct BrandImpersonation: Sendable {
  /// Shorter names occur in ordinary words.
  private static let minimumName = 5
  /// One letter away from a shorter name, there are too many ordinary words.
  private static let minimumMisspelled = 6
  /// Short names that count as they stand, such as "UPS".
  private static let minimumCased = 3
  /// Longer pieces of an address are random, not written to be read.
  private static let maximumPiece = 40

  /// The letters of all names, one after the other.
  private(set) var letters: [UInt32] = []
  /// Where each name begins, and the end of the last.
  private(set) var starts: [Int32] = [0]
  let whole: HashIndex
  let byBeginning: HashIndex
  let byForm: HashIndex
  private let ordinaryWords: Set<[UInt32]>

  /// - Parameters:
  ///   - brands: Names longer than a few letters are looked for.
  ///   - ordinaryWords: Words that only look like one of the names; canonical.
  init(brands: [Brand], ordinaryWords: Set<[UInt32]>) {
    self.ordinaryWords = ordinaryWords
    var known: Set<[UInt32]> = []
    var whole: [(hash: WordHash, number: Int32)] = []
    var beginnings: [(hash: WordHash, number: Int32)] = []
    var forms: [(hash: WordHash, number: Int32)] = []
    for brand in brands {
      let name = URLClassifier.canonical(brand.name)
      let isLong = name.count >= Self.minimumName
      guard isLong || brand.isCased && name.count >= Self.minimumCased, known.insert(name).inserted else { continue }
      let number = Int32(starts.count - 1)
      letters += name
      starts.append(Int32(letters.count))
      whole.append((WordHash(name), number))
      if isLong { beginnings.append((WordHash(name.prefix(Self.minimumName)), number)) }
      guard name.count >= Self.minimumMisspelled else { continue }
      for form in Self.forms(of: name) { forms.append((form, number)) }
    }
    self.whole = HashIndex(whole)
    byBeginning = HashIndex(beginnings)
    byForm = HashIndex(forms)
  }

  /// Takes what another one holds.
  init(
    letters: [UInt32], starts: [Int32], whole: HashIndex, byBeginning: HashIndex, byForm: HashIndex,
    ordinaryWords: Set<[UInt32]>
  ) {
    self.letters = letters
    self.starts = starts
    self.whole = whole
    self.byBeginning = byBeginning
    self.byForm = byForm
    self.ordinaryWords = ordinaryWords
  }

  private func name(_ number: Int32) -> ArraySlice<UInt32> {
    letters[Int(starts[Int(number)])..<Int(starts[Int(number) + 1])]
  }

  /// Whether a name, or something one letter away from a long one, stands in this piece of an address: what is between full
  /// stops and hyphens, in canonical form.
  func isHidden(in piece: [UInt32]) -> Bool {
    if whole.numbers(of: WordHash(piece)).contains(where: { name($0).elementsEqual(piece) }) { return true }
    if ordinaryWords.contains(piece) || piece.count > Self.maximumPiece { return false }
    return contains(piece) || isMisspelled(piece)
  }

  private func contains(_ piece: [UInt32]) -> Bool {
    guard piece.count > Self.minimumName else { return false }
    for start in 0...(piece.count - Self.minimumName) {
      let beginning = WordHash(piece[start..<(start + Self.minimumName)])
      for number in byBeginning.numbers(of: beginning) {
        let name = name(number)
        if start + name.count <= piece.count, piece[start..<(start + name.count)].elementsEqual(name) { return true }
      }
    }
    return false
  }

  private func isMisspelled(_ piece: [UInt32]) -> Bool {
    guard piece.count >= Self.minimumMisspelled - 1 else { return false }
    return Self.forms(of: piece).contains { form in
      byForm.numbers(of: form).contains { Self.isOneEditAway(piece, Array(name($0))) }
    }
  }

  /// The word itself and every form of it with one letter left out.
  private static func forms(of word: [UInt32]) -> [WordHash] {
    [WordHash(word)]
      + word.indices.map { omitted in
        var hash = WordHash()
        for index in word.indices where index != omitted { hash.combine(word[index]) }
        return hash
      }
  }

  /// One letter replaced, left out, added, or two neighbors swapped.
  private static func isOneEditAway(_ one: [UInt32], _ other: [UInt32]) -> Bool {
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
}
