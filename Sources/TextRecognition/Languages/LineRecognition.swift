internal import ScanModel

/// A line read in one language, with the measures by which results in several languages are compared.
struct LineRecognition {
  /// How many letters belong to words in a dictionary.
  struct Vocabulary {
    var knownLetters: Int
    /// At least 1.
    var letters: Int

    var share: Double { Double(knownLetters) / Double(letters) }
  }

  let words: [RecognizedWord]
  let reader: LanguageReader
  /// Mean of the words, weighted by their lengths, in 0...1.
  let confidence: Double
  /// Letters in the language's dictionary; nil if no word could be in one.
  let vocabulary: Vocabulary?
  /// The script of most of the letters; nil when there are none.
  let mainSystem: WritingSystem?
  /// Letters of the language's own scripts.
  let ownLetters: Int
  /// Letters and digits.
  let characters: Int

  init(_ words: [RecognizedWord], by reader: LanguageReader) {
    self.words = words
    self.reader = reader
    let weight = words.reduce(0) { $0 + $1.text.unicodeScalars.count }
    let sum = words.reduce(0) { $0 + $1.confidence * Double($1.text.unicodeScalars.count) }
    confidence = weight > 0 ? sum / Double(weight) : 0
    vocabulary = Self.vocabulary(of: words, in: reader)
    var counts: [WritingSystem: Int] = [:]
    var (own, characters) = (0, 0)
    for scalar in words.lazy.flatMap(\.text.unicodeScalars) {
      if scalar.properties.isAlphabetic || scalar.properties.numericType != nil { characters += 1 }
      guard let system = WritingSystem(of: scalar) else { continue }
      counts[system, default: 0] += 1
      // As these, frames, rules and boxes are misread.
      if reader.systems.contains(system), !"一二三ーニ口ロ工エ".unicodeScalars.contains(scalar) { own += 1 }
    }
    // Ties go to the first in order of declaration, so that the result is deterministic.
    mainSystem = WritingSystem.allCases.filter { counts[$0] != nil }
      .max { counts[$0, default: 0] < counts[$1, default: 0] }
    ownLetters = own
    self.characters = characters
  }

  var isInOwnScript: Bool { mainSystem.map(reader.systems.contains) ?? false }

  /// Whether most words are in the dictionary, as expected in the right language.
  var isKnown: Bool { vocabulary.map { $0.share >= 0.5 } ?? true }

  static func vocabulary(of words: [RecognizedWord], in reader: LanguageReader) -> Vocabulary? {
    var (known, letters) = (0, 0)
    for word in words {
      guard let word = dictionaryForm(of: word.text) else { continue }
      letters += word.count
      if reader.knows(word) { known += word.count }
    }
    return letters > 0 ? Vocabulary(knownLetters: known, letters: letters) : nil
  }

  /// Without surrounding punctuation; nil for links, addresses, numbers, single letters, and scripts without spaces.
  static func dictionaryForm(of text: String) -> String? {
    func isPart(_ character: Character) -> Bool { character.isLetter || character.isNumber }
    guard let first = text.firstIndex(where: isPart), let last = text.lastIndex(where: isPart) else { return nil }
    let word = text[first...last]
    var letters = 0
    for scalar in word.unicodeScalars {
      if "@/\\:._".unicodeScalars.contains(scalar) || scalar.properties.numericType != nil { return nil }
      if WritingSystem(of: scalar)?.isUnspaced ?? false { return nil }
      if scalar.properties.isAlphabetic { letters += 1 }
    }
    // A symbol in the middle of a word is an unrecognized letter.
    return letters >= 2 && letters * 10 >= word.unicodeScalars.count * 7 ? String(word) : nil
  }

  /// The score of a result: the confidence and whether the words exist, for which the confidence can stand in.
  private var score: Double { confidence + 0.25 * (vocabulary?.share ?? confidence) }

  /// Whether this result should replace the best so far of the same line.
  ///
  /// In its own language, a sentence is read with a confidence of 0.95 and 97 to 100 % of its letters in known words;
  /// in another language of the same script with 0.89 and 27 to 65 %; in one of another script with 0.1 to 0.5. Icons
  /// and textures are read with any confidence in any language.
  /// `isProven`: other lines of the page are in this language. `isPreferred`: it comes first in the settings, which
  /// decides between look-alikes.
  func isBetter(than other: LineRecognition, isProven: Bool, isPreferred: Bool) -> Bool {
    reader.systems[0] == other.reader.systems[0]
      ? isBetterInSameScript(than: other)
      : isBetterInAnotherScript(than: other, isProven: isProven, isPreferred: isPreferred)
  }

  /// The dictionary decides. Links and codes, which are in none, stay as they are unless hardly readable.
  private func isBetterInSameScript(than other: LineRecognition) -> Bool {
    guard let vocabulary else {
      return other.vocabulary == nil && confidence >= 0.8 && confidence > other.confidence + 0.15
    }
    return vocabulary.share >= other.vocabulary?.share ?? 0 && score > other.score + 0.03
  }

  private func isBetterInAnotherScript(than other: LineRecognition, isProven: Bool, isPreferred: Bool) -> Bool {
    guard isInOwnScript, confidence >= 0.5, confidence >= 0.8 || confidence > other.confidence + 0.15 else {
      return false
    }
    if isProven {
      guard isKnown || confidence >= 0.8 else { return false }
    } else {
      guard isKnown, ownLetters >= 4 || (ownLetters >= 2 && confidence >= 0.9) else { return false }
    }
    let areLookalikes = reader.systems[0].hasLookalikes && other.reader.systems[0].hasLookalikes
    return score > other.score + (areLookalikes && isPreferred ? -0.03 : 0.03)
  }
}
