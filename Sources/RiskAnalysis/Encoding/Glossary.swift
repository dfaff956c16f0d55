internal import ScanModel
internal import TextEntities

/// Rough English, word by word, for texts in other languages: the encoder and the n-grams of pages have learnt most of what
/// they know from English ones.
///
/// `Rules/glossary.tsv` has the words, `Rules/common-words.tsv` those by which a language is recognized, without accents both.
struct Glossary: Sendable {
  /// An index into `names`.
  typealias Language = Int

  /// Tokens on each side of a word that say which language it is in.
  private static let reach = 12
  /// One common word of a language may be a name or a word of another one.
  private static let leastCommon = 2
  /// In the glossary, what stays as it is, and what is left out.
  private static let (same, nothing) = ("=", "-")
  /// Shorter words without an entry are not looked up by their beginning or in parts, longer ones not at all: the time to
  /// split a word grows with the square of its length.
  private static let (inflected, compound, longest) = (6, 8, 40)
  /// Letters of each part of a compound.
  private static let part = 4
  /// Endings that may be missing from an entry's word, or that it has beside a word, the latter of one letter.
  private static let endings = ["s", "e", "n", "en", "es", "er", "em", "x", "a", "o"].map { Array($0.unicodeScalars) }
  /// Between the parts of a compound ("Lieferungs-datum").
  private static let links = ["", "s", "n", "en", "es"].map { Array($0.unicodeScalars) }
  private static let withCompounds: Set<String> = ["de", "nl"]

  private let names: [String]
  private let joinsWords: [Bool]
  /// The languages in which a word is common, one bit each.
  private let common: WordValues
  /// For a word of a language, the index of its gloss.
  private let words: WordValues
  private let glosses: [String]

  init() { self.init(names: [], common: WordValues(), words: WordValues(), glosses: []) }

  private init(names: [String], common: WordValues, words: WordValues, glosses: [String]) {
    self.names = names
    self.common = common
    self.words = words
    self.glosses = glosses
    joinsWords = names.map(Self.withCompounds.contains)
  }

  /// Reads lines of a language and its common words, at most 31, and lines of a language, a word and its gloss, "=" for
  /// the word itself, "-" for nothing. A word that ends with an apostrophe is also the beginning of others ("l'").
  /// Nil if a line has another form, or a language that is not among the common words.
  init?(commonWords: String, entries: String) {
    var names: [String] = []
    var languages: [UInt64: Int32] = [:]
    for line in commonWords.split(separator: "\n") {
      let fields = line.split(separator: "\t")
      guard fields.count == 2, names.count < 31 else { return nil }
      for word in fields[1].split(separator: " ") {
        languages[Self.key(word.unicodeScalars), default: 0] |= 1 << Int32(names.count)
      }
      names.append(String(fields[0]))
    }
    var glosses: [String: Int32] = [:]
    var words: [UInt64: Int32] = [:]
    for line in entries.split(separator: "\n") {
      let fields = line.split(separator: "\t")
      guard fields.count == 3, let language = names.firstIndex(of: String(fields[0])) else { return nil }
      let next = Int32(glosses.count)
      let gloss = glosses[String(fields[2]), default: next]
      glosses[String(fields[2])] = gloss
      words[Self.key(fields[1].unicodeScalars, language)] = gloss
    }
    self.init(
      names: names, common: WordValues(languages), words: WordValues(words),
      glosses: glosses.sorted { $0.value < $1.value }.map(\.key))
  }

  /// For each token, the language of the common words around it, or else of the page; nil if no language has most.
  /// Tokens are words as the encoder gets them, without a gloss; nil for others.
  func languages(of tokens: [[Unicode.Scalar]?]) -> [Language?] {
    guard !names.isEmpty else { return Array(repeating: nil, count: tokens.count) }
    let sets = tokens.map { $0.flatMap(commonLanguages) ?? 0 }
    let ofPage = Self.most(counts(of: sets))
    var counts = counts(of: sets.prefix(Self.reach))
    return sets.indices.map { position in
      if position + Self.reach < sets.count { Self.count(sets[position + Self.reach], 1, in: &counts) }
      if position > Self.reach { Self.count(sets[position - Self.reach - 1], -1, in: &counts) }
      return Self.most(counts) ?? ofPage
    }
  }

  /// The name of the language of a whole page, such as "fr"; tokens as for `languages`.
  func language(of tokens: [[Unicode.Scalar]?]) -> String? {
    Self.most(counts(of: tokens.map { $0.flatMap(commonLanguages) ?? 0 })).map { names[$0] }
  }

  private func counts(of sets: some Sequence<Int32>) -> [Int] {
    var counts = [Int](repeating: 0, count: names.count)
    for set in sets { Self.count(set, 1, in: &counts) }
    return counts
  }

  private static func count(_ set: Int32, _ step: Int, in counts: inout [Int]) {
    guard set != 0 else { return }
    for language in counts.indices where set & (1 << Int32(language)) != 0 { counts[language] += step }
  }

  private static func most(_ counts: [Int]) -> Language? {
    guard let highest = counts.max(), highest >= leastCommon, counts.count(where: { $0 == highest }) == 1 else {
      return nil
    }
    return counts.firstIndex(of: highest)
  }

  private func commonLanguages(_ word: [Unicode.Scalar]) -> Int32? {
    common[Self.key(word)] ?? elision(word).flatMap { common[Self.key($0)] }
  }

  /// The rough English for a word, words separated by spaces, empty if it is left out; nil if the word stays.
  func gloss(of word: [Unicode.Scalar], in language: Language) -> String? {
    guard word.count <= Self.longest else { return nil }
    if let gloss = entry(word, language) { return shown(gloss) }
    guard let first = elision(word), let elided = entry(first, language) else {
      return glossOfParts(word[...], language)
    }
    let rest = word[first.count...]
    let gloss = entry(rest, language).map(shown) ?? glossOfParts(rest, language)
    return [elided, gloss ?? String(String.UnicodeScalarView(rest))].filter { !$0.isEmpty && $0 != Self.nothing }
      .joined(separator: " ")
  }

  private func shown(_ gloss: String) -> String? { gloss == Self.same ? nil : gloss == Self.nothing ? "" : gloss }

  private func entry(_ word: some Sequence<Unicode.Scalar>, _ language: Language) -> String? {
    words[Self.key(word, language)].map { glosses[Int($0)] }
  }

  /// Of a word with another ending, or of two words.
  private func glossOfParts(_ word: ArraySlice<Unicode.Scalar>, _ language: Language) -> String? {
    guard word.count >= Self.inflected else { return nil }
    for ending in Self.endings {
      let isThere = word.suffix(ending.count) == ending[...]
      if isThere, let gloss = plain(word.dropLast(ending.count), language) { return gloss }
      if ending.count == 1, let gloss = plain(word + ending, language) { return gloss }
    }
    return joinsWords[language] && word.count >= Self.compound ? glossOfCompound(Array(word), language) : nil
  }

  /// The longest first word that leaves a second one.
  private func glossOfCompound(_ word: [Unicode.Scalar], _ language: Language) -> String? {
    for length in stride(from: word.count - Self.part + 1, through: Self.part, by: -1) {
      guard let second = plain(word[length...], language) else { continue }
      for link in Self.links where length - link.count >= Self.part && word[..<length].suffix(link.count) == link[...] {
        if let first = plain(word[..<(length - link.count)], language) { return "\(first) \(second)" }
      }
    }
    return nil
  }

  /// The gloss of an entry with words of its own.
  private func plain(_ word: some Sequence<Unicode.Scalar>, _ language: Language) -> String? {
    entry(word, language).flatMap { [Self.same, Self.nothing].contains($0) ? nil : $0 }
  }

  /// A word up to its first apostrophe ("l'" of "l'argent").
  private func elision(_ word: [Unicode.Scalar]) -> ArraySlice<Unicode.Scalar>? {
    guard let mark = word.prefix(Self.longest).firstIndex(of: "'"), mark + 1 < word.count else { return nil }
    return word[...mark]
  }

  private static func key(_ word: some Sequence<Unicode.Scalar>, _ language: Language? = nil) -> UInt64 {
    var hash = WordHash()
    if let language { hash.combine(UInt32(language)) }
    for scalar in word { hash.combine(scalar.value) }
    return hash.value
  }

  func write(to writer: inout BinaryWriter) {
    writer.texts(names)
    common.write(to: &writer)
    words.write(to: &writer)
    writer.texts(glosses)
  }

  init(reading reader: inout BinaryReader) throws(CompiledRulePackFailure.Reason) {
    let names = try reader.texts()
    guard names.count < 32 else { throw .outOfRange }
    let common = try WordValues(reading: &reader, limit: 1 << names.count)
    let words = try WordValues(reading: &reader, limit: Int(Int32.max))
    let glosses = try reader.texts()
    guard words.values.allSatisfy({ $0 < glosses.count }) else { throw .outOfRange }
    self.init(names: names, common: common, words: words, glosses: glosses)
  }
}

/// Numbers by the hash of a word, in ascending order of hashes: a third of the memory of a hash table.
private struct WordValues: Sendable {
  private let hashes: [UInt64]
  let values: [Int32]

  init(_ entries: [UInt64: Int32] = [:]) {
    let sorted = entries.sorted { $0.key < $1.key }
    hashes = sorted.map(\.key)
    values = sorted.map(\.value)
  }

  subscript(hash: UInt64) -> Int32? {
    let index = hashes.partitioningIndex { $0 >= hash }
    return index < hashes.count && hashes[index] == hash ? values[index] : nil
  }

  func write(to writer: inout BinaryWriter) {
    writer.list(hashes)
    writer.list(values)
  }

  /// - Throws: `outOfRange` unless all values are from 0 to below the limit.
  init(reading reader: inout BinaryReader, limit: Int) throws(CompiledRulePackFailure.Reason) {
    hashes = try reader.list(UInt64.self)
    values = try reader.indices(in: 0..<limit)
    guard hashes.count == values.count else { throw .outOfRange }
  }
}
