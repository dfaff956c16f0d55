internal import TextEntities

/// The encoder's input for a passage: lowercase letters without accents, rough English in place of other languages,
/// punctuation, and a marker for each entity in place of its digits, which a model must not memorize.
struct EncoderInput {
  enum Piece: Equatable {
    case marker(EntityMarker)
    /// Normalized scalars of a word, a host name or a punctuation mark.
    case text([Unicode.Scalar])

    /// The piece as written in training data.
    var utf8: [UInt8] {
      switch self {
      case .marker(let marker): Array(marker.rawValue.utf8)
      case .text(let scalars): Array(String(String.UnicodeScalarView(scalars)).utf8)
      }
    }
  }

  /// Raise this whenever a model would misread the pieces. A model file names the version it was trained on.
  static let featureVersion = 3
  static let maximumLinkMarkers = 2
  /// Words with a doubled letter that show a habit, together with a share of all words.
  private static let habit = 3
  private static let habitShare = 30
  /// Scalars; longer host names are cut.
  private static let maximumHost = 40

  private let features: PageFeatures
  private let hidden: Set<Int>
  private let digits: DigitsForLetters
  /// Words with a doubled letter, and what they are without it.
  private let doubled: [[Unicode.Scalar]: [Unicode.Scalar]]
  private let languages: [Glossary.Language?]
  /// For each token, made once: passages overlap, and the page and quotes have the words again.
  private var ofTokens: [[Piece]] = []

  // `isWord` says whether the encoder knows a word as a whole.
  init(_ features: PageFeatures, isWord: ([Unicode.Scalar]) -> Bool = { _ in false }) {
    self.features = features
    let tokens = features.tokens.map { $0.kind == .word ? Self.normalized(features.scalars[$0.range]) : nil }
    let words = tokens.compactMap(\.self)
    digits = DigitsForLetters(words)
    doubled = Self.doubled(in: words, isWord: isWord)
    languages = features.pack.glossary.languages(of: tokens)
    hidden = Set(features.codes.filter(\.isHiddenAccount).flatMap(\.tokens))
    ofTokens = features.tokens.indices.map { index in
      var pieces: [Piece] = []
      append(features.tokens[index], at: index, to: &pieces)
      return pieces
    }
  }

  func pieces(of passage: Range<Int>) -> [Piece] {
    var pieces: [Piece] = []
    pieces.reserveCapacity(passage.count * 3 / 2)
    var position = passage.isEmpty ? 0 : features.tokens[passage.lowerBound].range.lowerBound
    for index in passage {
      let token = features.tokens[index]
      defer { position = token.range.upperBound }
      guard !hidden.contains(index) else { continue }
      appendPunctuation(position..<max(position, token.range.lowerBound), to: &pieces)
      pieces += ofTokens[index]
    }
    let isLast = passage.upperBound == features.tokens.count
    let end = isLast ? features.scalars.count : features.tokens[passage.upperBound].range.lowerBound
    appendPunctuation(position..<min(max(position, end), position + 4), to: &pieces)
    return pieces
  }

  /// The pieces separated by spaces, for training.
  func line(of passage: Range<Int>) -> String {
    pieces(of: passage).map { String(decoding: $0.utf8, as: UTF8.self) }.joined(separator: " ")
  }

  private func append(_ token: Token, at index: Int, to pieces: inout [Piece]) {
    let signals = features.builtInSignals(at: index)
    if let company = signals.lazy.compactMap({ EntityMarker.companies[$0] }).first { pieces.append(.marker(company)) }
    switch token.kind {
    case .entity(.link): appendLink(features.entities[token.entity], signals: signals, to: &pieces)
    case .entity(.email): appendEmail(features.entities[token.entity], signals: signals, to: &pieces)
    case .entity(.phone): pieces.append(.marker(.phone))
    case .entity(.amount): pieces.append(.marker(Self.amount(signals)))
    case .entity(.wallet): pieces.append(.marker(.wallet))
    case .entity(.iban): pieces.append(.marker(.iban))
    case .entity(.card): pieces.append(.marker(.card))
    case .number: appendNumber(token, to: &pieces)
    case .word: appendWord(token, languages[index], to: &pieces)
    }
  }

  private func appendLink(_ entity: Entity, signals: [BuiltInSignal], to pieces: inout [Piece]) {
    let markers = EntityMarker.links.filter { signals.contains($0.signal) }.map(\.marker)
    let informative = markers.count > 1 ? markers.filter { $0 != .linkUnfamiliar } : markers
    if informative.isEmpty { return pieces.append(.marker(.linkFamiliar)) }
    pieces += informative.prefix(Self.maximumLinkMarkers).map { .marker($0) }
    guard let link = entity.link, informative[0] != .linkOfficial else { return }
    appendHost(link.writtenHost, to: &pieces)
  }

  private func appendEmail(_ entity: Entity, signals: [BuiltInSignal], to pieces: inout [Piece]) {
    if signals.contains(.emailForeignToBrand) { pieces.append(.marker(.emailForeign)) }
    if signals.contains(.emailFree) { return pieces.append(.marker(.emailFree)) }
    if signals.contains(.emailOfficial) { return pieces.append(.marker(.emailOfficial)) }
    pieces.append(.marker(signals.contains(.emailLookAlike) ? .emailLookAlike : .email))
    appendHost(entity.emailDomain ?? "", to: &pieces)
  }

  private func appendHost(_ host: String, to pieces: inout [Piece]) {
    let folded = Self.normalized(host.withoutWWW.unicodeScalars.prefix(Self.maximumHost))
    if !folded.isEmpty { pieces.append(.text(folded)) }
  }

  private static func amount(_ signals: [BuiltInSignal]) -> EntityMarker {
    if signals.contains(.amountHuge) { return .amountHuge }
    if signals.contains(.amountLarge) { return .amountLarge }
    return signals.contains(.amountSmall) ? .amountSmall : .amount
  }

  /// Short numbers and years stay, because times and dates carry meaning; others become markers.
  private func appendNumber(_ token: Token, to pieces: inout [Piece]) {
    let digits = features.scalars[token.range].filter(\.isASCIIDigit)
    if digits.count > 8 { return pieces.append(.marker(.longNumber)) }
    let isYear = digits.count == 4 && (digits[0] == "1" && digits[1] == "9" || digits[0] == "2" && digits[1] == "0")
    pieces.append(digits.count <= 3 || isYear ? .text(digits) : .marker(.shortNumber))
  }

  private func appendWord(_ token: Token, _ language: Glossary.Language?, to pieces: inout [Piece]) {
    var word: [Unicode.Scalar]
    if token.isMixedScript || token.isStyled {
      // Look-alike letters are folded as for rules.
      word = features.folded[token.folded].compactMap { Unicode.Scalar($0) }
      pieces.append(.marker(.disguisedLetters))
    } else {
      let raw = features.scalars[token.range]
      word = Self.normalized(token.isSplit ? raw.filter { ScalarFolding.fold($0) != .separator } : raw[...])
      word = digits.undone(in: word) ?? word
    }
    // The glossary comes first: to the encoder many of its words are English ones with a letter too many ("jullie").
    guard let language, let gloss = features.pack.glossary.gloss(of: word, in: language) else {
      return pieces.append(.text(doubled[word] ?? word))
    }
    pieces += gloss.split(separator: " ").map { .text(Array($0.unicodeScalars)) }
  }

  /// The words of a text that are no words because of a doubled letter. A few are names and slips; more are a habit.
  private static func doubled(
    in words: [[Unicode.Scalar]], isWord: ([Unicode.Scalar]) -> Bool
  ) -> [[Unicode.Scalar]: [Unicode.Scalar]] {
    var doubled: [[Unicode.Scalar]: [Unicode.Scalar]] = [:]
    for word in words where zip(word, word.dropFirst()).contains(where: ==) && !isWord(word) {
      doubled[word] = DoubledLetters.undone(in: word, isWord: isWord)
    }
    return doubled.count >= habit && doubled.count * habitShare >= words.count ? doubled : [:]
  }

  /// Folds letters; keeps apostrophes and hyphens inside words.
  static func normalized(_ word: some Sequence<Unicode.Scalar>) -> [Unicode.Scalar] {
    var result: [Unicode.Scalar] = []
    for scalar in word {
      switch ScalarFolding.fold(scalar) {
      case .letter(let value), .digit(let value): if let letter = Unicode.Scalar(value) { result.append(letter) }
      case .pair(let first, let second): result += [first, second].compactMap { Unicode.Scalar($0) }
      case .nothing: break
      case .separator: if let mark = punctuation(scalar) { result.append(mark) }
      }
    }
    return result
  }

  /// Further marks between two words are left out.
  private static let maximumMarks = 4

  /// Punctuation between words. Repeated marks count once, so that ruled lines do not crowd out words.
  private func appendPunctuation(_ gap: Range<Int>, to pieces: inout [Piece]) {
    var previous: Unicode.Scalar?
    var count = 0
    for scalar in features.scalars[gap] where count < Self.maximumMarks {
      guard let mark = Self.punctuation(scalar), mark != previous else { continue }
      pieces.append(.text([mark]))
      previous = mark
      count += 1
    }
  }

  private static func punctuation(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    switch scalar {
    case "!", "\"", "#", "%", "&", "'", "(", ")", "+", ",", "-", ".", "/", ":", ";", "=", "?", "@", "$", "*", "<", ">",
      "[", "]", "_", "|", "€", "£", "¥", "₹":
      scalar
    case "\u{2018}", "\u{2019}", "\u{B4}", "`": "'"
    case "\u{201C}", "\u{201D}", "\u{201E}", "\u{AB}", "\u{BB}": "\""
    case "\u{2010}", "\u{2013}", "\u{2014}": "-"
    case "\u{2026}", "\u{3002}": "."
    case "\u{A1}", "\u{FF01}": "!"
    case "\u{BF}", "\u{FF1F}": "?"
    default: nil
    }
  }
}
