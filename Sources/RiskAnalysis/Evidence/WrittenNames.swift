internal import TextEntities

/// The words of a page in a form in which spelling does not count: case, accents, "ue" for "ü", look-alike letters.
struct WrittenNames {
  /// Words of a name with fewer letters, such as "GmbH", "Ltd" or "de", tell nothing.
  private static let shortest = 5

  typealias Form = [UInt32]

  /// Words, and two that follow each other as one: recognition divides words, and so does the end of a line.
  private let forms: Set<Form>
  private let uncertain: Set<Form>
  private let lexicon: Lexicon

  /// `scalars`: those of the features, without what does not count.
  init(_ scalars: [Unicode.Scalar], _ features: PageFeatures) {
    lexicon = features.pack.lexicon
    var forms: Set<Form> = []
    var uncertain: Set<Form> = []
    var last: Form = []
    for word in scalars.split(whereSeparator: { !Self.isPartOfWord($0) }) {
      let form = Self.form(String(String.UnicodeScalarView(word)))
      guard !form.isEmpty else { continue }
      forms.insert(form)
      if !last.isEmpty { forms.insert(last + form) }
      if features.confidence.isUncertain(word.indices) { uncertain.insert(form) }
      last = form
    }
    self.forms = forms
    self.uncertain = uncertain
  }

  /// Whether the page has a word of a name, or one that may be a misreading of it; nil if the name tells nothing.
  func has(anyOf name: String) -> Bool? {
    let words = Self.words(name).map(Self.form)
    let telling = words.filter { $0.count >= Self.shortest }
    if telling.isEmpty { return nil }
    let joined = zip(words, words.dropFirst()).map { $0 + $1 }.filter { $0.count >= Self.shortest }
    return (telling + joined).contains { word in
      forms.contains(word) || uncertain.contains { $0 == word || BrandImpersonation.isOneEditAway($0, word) }
    }
  }

  /// Whether the page has all telling words of a name, and one of them is no ordinary word.
  func has(allOf name: String) -> Bool {
    let telling = Self.words(name).map { (plain: URLClassifier.canonical($0), form: Self.form($0)) }
      .filter { $0.form.count >= Self.shortest }
    return telling.allSatisfy { forms.contains($0.form) } && telling.contains { !lexicon.knows($0.plain) }
  }

  private static func words(_ text: String) -> [String] {
    text.unicodeScalars.split { !isPartOfWord($0) }.map { String(String.UnicodeScalarView($0)) }
  }

  private static func isPartOfWord(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
      .spacingMark, .decimalNumber, .format:
      true
    default: false
    }
  }

  /// Empty for a number.
  private static func form(_ word: String) -> Form {
    guard word.unicodeScalars.contains(where: \.properties.isAlphabetic) else { return [] }
    var form: Form = []
    for value in URLClassifier.canonical(word) {
      // "ae", "oe", "ue" and "aa" stand for letters with marks, which are folded to the letter alone.
      if let last = form.last, value == 0x65 && [0x61, 0x6F, 0x75].contains(last) || value == 0x61 && last == 0x61 {
        continue
      }
      form.append(value)
    }
    return form
  }
}
