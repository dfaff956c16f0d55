internal import TextEntities

/// Collects what is not kept of one link: user name, password, query values, fragment and random parts of the path.
/// Names of parameters stay, unless they look random, as in an address for leaving a list.
struct LinkSecretRules {
  /// The part of a link that its last line ended in.
  enum Place { case path, query, fragment }

  /// Parts of a path after which any part with a digit is a secret, because "hunter2" looks no different from "python3".
  private static let secretCues = CodeAndPasswordScanner.codeWords.union(CodeAndPasswordScanner.passwordWords)
    .union(["activation", "auth", "magic", "motdepasse", "palavrapasse", "pw", "recovery", "reset", "secret"])
    .subtracting(["verification"])
  /// Parts of a path after which a short part is a key.
  private static let cues = secretCues.union([
    "activate", "c", "confirm", "confirmation", "invite", "join", "k", "key", "login", "recover", "s", "session",
    "signin", "sso", "t", "unsubscribe", "validate", "verification", "verify",
  ])
  private static let longestCue = 16
  /// Titles have more words than the parts of a path that say what the next one is: "reset-password".
  private static let maximumCueWords = 3
  /// Parts between a cue and its key.
  private static let objects: Set<String> = ["account", "address", "e-mail", "email", "link", "mail", "phone", "user"]
  /// Longer words in a query without names may be several.
  private static let longestWord = 12

  private let scalars: [Unicode.Scalar]
  /// Sorted.
  private(set) var ranges: [Range<Int>] = []
  private(set) var place = Place.path
  /// Whether the link's last part is replaced, so that its rest in the next line must be, too.
  private(set) var endsInSecret = false
  private var previousPart = 0..<0

  /// Whether the path ends behind a word such as "verify", so that a short part in the next line is a key.
  var endsInCue: Bool { place == .path && isCue(previousPart, of: Self.cues, orHasOne: true) }

  init(_ scalars: [Unicode.Scalar]) { self.scalars = scalars }

  /// Reads a link from its host on.
  mutating func scanAddress(_ range: Range<Int>) {
    let authority = WebAuthority(of: scalars, in: range)
    let host = authority.hostRange
    if authority.hasUserPart { hide(range.lowerBound..<host.lowerBound - 1) }
    endsInSecret = false
    // No name of a host has these: a query without its mark.
    if let end = host.first(where: { isSeparator(scalars[$0]) || scalars[$0] == "=" }) {
      place = .query
      return scan(end..<range.upperBound)
    }
    let port = scalars[host.upperBound..<authority.end].dropFirst()
    if !port.allSatisfy({ $0.isASCIIDigit || WebAuthority.isSkipped($0) }),
      scalars.lowercasedString(port.indices) != "port",
      port.contains(where: \.isASCIIDigit) || authority.end < range.upperBound
    {
      hide(port.indices)
      endsInSecret = endsInSecret && authority.end == range.upperBound
    }
    // "myapp://auth/hunter2" has an action in place of a host.
    if !scalars[host].contains(".") { previousPart = host }
    scan(authority.end..<range.upperBound)
  }

  /// Reads what continues the link in the next line.
  mutating func scanRest(_ range: Range<Int>) {
    guard endsInSecret || place == .fragment else { return scan(range) }
    let end =
      switch place {
      case .path: range.first { endsPath(scalars[$0]) || LinkMarks.isSlash(scalars[$0]) } ?? range.upperBound
      case .query: range.first { isSeparator(scalars[$0]) || scalars[$0] == "#" } ?? range.upperBound
      case .fragment: range.upperBound
      }
    hide(range.lowerBound..<end)
    if end < range.upperBound { scan(end..<range.upperBound) }
  }

  private mutating func scan(_ range: Range<Int>) {
    var position = range.lowerBound
    if place == .path {
      let end = range.first { endsPath(scalars[$0]) } ?? range.upperBound
      scanPath(position..<end)
      position = end
      if position < range.upperBound, scalars[position] == "?" {
        place = .query
        position += 1
      }
    }
    if place == .query, position < range.upperBound {
      let end = (position..<range.upperBound).first { scalars[$0] == "#" } ?? range.upperBound
      scanQuery(position..<end)
      position = end
    }
    guard position < range.upperBound else { return }
    if scalars[position] == "#" { position += 1 }
    place = .fragment
    hide(position..<range.upperBound)
  }

  private mutating func scanPath(_ range: Range<Int>) {
    let parts = split(range, at: { LinkMarks.isSlash($0) || $0 == ":" })
    var cardEnd = 0
    for (index, part) in parts.enumerated() {
      endsInSecret = false
      if isCard(parts[index...].prefix(4)) { cardEnd = index + 4 }
      if index < cardEnd || isSecretPart(part) {
        hide(part)
      } else {
        // "/reset;session=..." and "/token=...".
        for pair in split(part, at: { $0 == ";" }) { if !hideValue(pair) { hideCodes(pair) } }
      }
      // Not behind one letter.
      let isObject = previousPart.count > 1 && endsInCue && Self.objects.contains(scalars.lowercasedString(part))
      if !part.isEmpty, !isObject { previousPart = part }
    }
  }

  private mutating func scanQuery(_ range: Range<Int>) {
    for pair in split(range, at: isSeparator) {
      endsInSecret = false
      let equals = pair.first { scalars[$0] == "=" }
      if RandomPart.isRandom(scalars[pair.lowerBound..<(equals ?? pair.upperBound)])
        || equals == nil && isValue(pair)
      {
        hide(pair)
      } else {
        hideValue(pair)
      }
    }
  }

  /// "4111/1111/1111/1111".
  private func isCard(_ parts: ArraySlice<Range<Int>>) -> Bool {
    guard parts.count == 4, parts.allSatisfy({ $0.count == 4 && scalars[$0].allSatisfy(\.isASCIIDigit) }) else {
      return false
    }
    return CheckDigits.passesLuhn(parts.flatMap { scalars[$0].map(\.base36) })
  }

  /// "verify-482913", but no year.
  private mutating func hideCodes(_ part: Range<Int>) {
    let words = split(part, at: Self.isHyphen)
    for (cue, word) in zip(words, words.dropFirst()) where (4...8).contains(word.count) && isCue(cue, of: Self.cues) {
      guard cue.count > 2, !isYear(word), scalars[word].allSatisfy(\.isASCIIDigit) else { continue }
      hide(word)
      endsInSecret = word.upperBound == part.upperBound
    }
  }

  /// - Returns: Whether there is one. If it is empty, it may be in the next line.
  @discardableResult private mutating func hideValue(_ pair: Range<Int>) -> Bool {
    guard let equals = pair.first(where: { scalars[$0] == "=" }) else { return false }
    hide(equals + 1..<pair.upperBound)
    return true
  }

  private mutating func hide(_ range: Range<Int>) {
    endsInSecret = true
    let range = withoutFiller(range)
    if !range.isEmpty, !TextRedactor.isLabel(scalars[range]) { ranges.append(range) }
  }

  private func isSecretPart(_ part: Range<Int>) -> Bool {
    guard !TextRedactor.isLabel(scalars[part]) else { return true }
    // "join-us/2024", but "pin/2024".
    if isYear(part), scalars[previousPart].contains(where: Self.isHyphen) { return false }
    return RandomPart.isRandom(scalars[part]) || hasMailAddress(part) || endsInCue && RandomPart.isKey(scalars[part])
      || part.count >= 4 && scalars[part].contains(where: \.isASCIIDigit) && isCue(previousPart, of: Self.secretCues)
  }

  /// Whether it is a cue, however it is hyphenated. One among a few words ("reset-password", but also "source-code")
  /// counts only where the next part looks like a key.
  private func isCue(_ part: Range<Int>, of cues: Set<String>, orHasOne: Bool = false) -> Bool {
    guard part.count <= Self.longestCue * Self.maximumCueWords else { return false }
    var plain = scalars[part]
    if plain.contains("%") { plain = Array(PercentEncoding.decoded(scalars.string(part)).unicodeScalars)[...] }
    guard plain.allSatisfy({ $0.properties.isAlphabetic || Self.isHyphen($0) }) else { return false }
    if plain.count <= Self.longestCue, cues.contains(FoldedWord.folded(plain)) { return true }
    let words = orHasOne ? plain.split(whereSeparator: Self.isHyphen) : []
    return words.count <= Self.maximumCueWords
      && words.contains { (3...Self.longestCue).contains($0.count) && cues.contains(FoldedWord.folded($0)) }
  }

  private static func isHyphen(_ scalar: Unicode.Scalar) -> Bool { scalar == "-" || scalar == "_" }

  private func isYear(_ part: Range<Int>) -> Bool {
    part.count == 4 && scalars[part].allSatisfy(\.isASCIIDigit)
      && ["19", "20"].contains(scalars.string(part.prefix(2)))
  }

  /// A query without names is all value, but for words; what is encoded in a path may be a title.
  private func isValue(_ pair: Range<Int>) -> Bool {
    let digits = scalars[pair].count(where: \.isASCIIDigit)
    // "?2024" is a year.
    guard digits < pair.count || digits > 4 else { return false }
    return pair.count >= 4 && digits > 0 || RandomPart.isKey(scalars[pair])
      || pair.count > Self.longestWord && scalars[pair.lowerBound - 1] != LinkMarks.filler
  }

  /// "anna@mail.example", also encoded once or twice, but neither "@anna" nor "vue@3" nor "react@latest".
  private func hasMailAddress(_ part: Range<Int>) -> Bool {
    guard scalars[part].contains(where: { $0 == "@" || $0 == "%" }) else { return false }
    let once = PercentEncoding.decoded(scalars.string(part))
    let plain = PercentEncoding.decoded(once).unicodeScalars.drop { $0 == "@" }
    return plain.split(separator: "@").dropFirst().contains {
      $0.first?.properties.isAlphabetic == true && $0.contains(".")
    }
  }

  private func split(_ range: Range<Int>, at isEnd: (Unicode.Scalar) -> Bool) -> [Range<Int>] {
    scalars[range].split(omittingEmptySubsequences: false, whereSeparator: isEnd).map { withoutFiller($0.indices) }
  }

  private func withoutFiller(_ range: Range<Int>) -> Range<Int> {
    scalars[range].drop { $0 == LinkMarks.filler }.indices
  }

  private func endsPath(_ scalar: Unicode.Scalar) -> Bool { scalar == "?" || scalar == "#" }

  private func isSeparator(_ scalar: Unicode.Scalar) -> Bool { scalar == "&" || scalar == ";" }
}
