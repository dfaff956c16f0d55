internal import TextEntities

/// Finds private keys: PEM blocks, 64 hexadecimal digits, wallets' export formats, API keys, and long random words.
enum SecretKeyScanner {
  private static let begin: [Unicode.Scalar] = Array("-----BEGIN ".unicodeScalars)
  private static let end: [Unicode.Scalar] = Array("-----END ".unicodeScalars)
  /// A PEM header line is "-----BEGIN <label>-----" (RFC 7468); labels are short.
  private static let maximumHeader = 80
  /// Prefixes of the API keys of well-known services; "eyJ" begins a JSON Web Token.
  private static let prefixes = [
    "sk-", "sk_", "pk_live_", "rk_live_", "ghp_", "gho_", "ghs_", "github_pat_", "glpat-", "xoxb-", "xoxp-", "AKIA",
    "ASIA", "AIza", "eyJ", "npm_", "pypi-", "hf_", "SG.", "ya29.",
  ].map { Array($0.unicodeScalars) }
  private static let minimumPrefixed = 16
  private static let maximumPrefixed = 2048
  /// No word has this many letters and digits; parcel and order numbers are shorter.
  private static let minimumRandom = 24
  private static let minimumMixed = 4

  /// All keys in a text, sorted. Random words in these sorted entities, such as links, are none.
  static func findings(in scalars: [Unicode.Scalar], skipping entities: [Entity]) -> [TextRedactor.Finding] {
    var findings: [TextRedactor.Finding] = []
    var position = 0
    var next = 0
    while position < scalars.count {
      while next < entities.count, entities[next].range.upperBound <= position { next += 1 }
      if let key = pemBlock(in: scalars, at: position) ?? prefixedKey(in: scalars, at: position)
        ?? productKey(in: scalars, at: position)
      {
        findings.append(.init(range: key, label: .privateKey))
        position = key.upperBound
        continue
      }
      guard scalars[position].isASCIIAlphanumeric else {
        position += 1
        continue
      }
      let wordEnd = scalars[position...].prefix(while: \.isASCIIAlphanumeric).endIndex
      let isTaken = next < entities.count && entities[next].range.lowerBound < wordEnd
      if isKey(scalars[position..<wordEnd]) || !isTaken && isRandom(scalars[position..<wordEnd]) {
        findings.append(.init(range: position..<wordEnd, label: .privateKey))
      }
      position = wordEnd
    }
    return findings
  }

  /// A PEM block with a private key, up to its last line, or to the end of the text if it is cut off.
  private static func pemBlock(in scalars: [Unicode.Scalar], at start: Int) -> Range<Int>? {
    guard scalars[start...].starts(with: begin) else { return nil }
    let headerEnd = min(scalars.count, start + maximumHeader)
    guard scalars.lowercasedString(start..<headerEnd).contains("private key") else { return nil }
    guard let last = (start + begin.count..<scalars.count).first(where: { scalars[$0...].starts(with: end) }) else {
      return start..<scalars.count
    }
    return start..<(scalars[last...].firstIndex(of: "\n") ?? scalars.count)
  }

  /// A word with the prefix of a well-known service and a digit.
  private static func prefixedKey(in scalars: [Unicode.Scalar], at start: Int) -> Range<Int>? {
    guard scalars[start].isASCIIAlphanumeric, let prefix = prefixes.first(where: { scalars[start...].starts(with: $0) })
    else { return nil }
    var end = start + prefix.count
    while end < min(scalars.count, start + maximumPrefixed), isPartOfKey(at: end, in: scalars) { end += 1 }
    guard end - start >= minimumPrefixed, scalars[start..<end].contains(where: \.isASCIIDigit) else { return nil }
    return start..<end
  }

  /// The key of a Windows licence, five groups of five, or of an encrypted drive (BitLocker), eight groups of six digits.
  private static func productKey(in scalars: [Unicode.Scalar], at start: Int) -> Range<Int>? {
    guard scalars[start].isASCIIAlphanumeric, start == 0 || !isPartOfKey(at: start - 1, in: scalars) else { return nil }
    let key = scalars[start...].prefix(56).prefix { $0.isASCIICapital || $0.isASCIIDigit || $0 == "-" }
    guard key.endIndex == scalars.count || !scalars[key.endIndex].isASCIIAlphanumeric else { return nil }
    let groups = key.split(separator: "-", omittingEmptySubsequences: false)
    let isLicence =
      groups.map(\.count) == [5, 5, 5, 5, 5] && key.contains(where: \.isASCIIDigit)
      && key.contains(where: \.isASCIICapital)
    let isDrive = groups.map(\.count) == Array(repeating: 6, count: 8) && !key.contains(where: \.isASCIICapital)
    return isLicence || isDrive ? key.indices : nil
  }

  /// Full stops count only between parts, as in a JSON Web Token, not at the end of a sentence.
  private static func isPartOfKey(at position: Int, in scalars: [Unicode.Scalar]) -> Bool {
    let scalar = scalars[position]
    if scalar == "." { return position + 1 < scalars.count && scalars[position + 1].isASCIIAlphanumeric }
    return scalar.isASCIIAlphanumeric || scalar == "-" || scalar == "_"
  }

  private static func isRandom(_ word: ArraySlice<Unicode.Scalar>) -> Bool {
    guard word.count >= minimumRandom, !WalletAddressFormat.matches(word) else { return false }
    let digits = word.count(where: \.isASCIIDigit)
    return digits >= minimumMixed && word.count - digits >= minimumMixed
  }

  private static func isKey(_ word: ArraySlice<Unicode.Scalar>) -> Bool {
    guard let first = word.first else { return false }
    let isPrefixed =
      word.count == 66 && (word.starts(with: "0x".unicodeScalars) || word.starts(with: "0X".unicodeScalars))
    let digits = word.dropFirst(isPrefixed ? 2 : 0)
    if digits.count == 64, digits.allSatisfy(\.isASCIIHexDigit) { return digits.contains(where: \.isASCIIDigit) }
    // Wallet import format: 51 or 52 characters of Base58 that begin with 5, K or L.
    if [51, 52].contains(word.count), ["5", "K", "L"].contains(first) {
      return WalletAddressFormat.isMixedBase58(word)
    }
    let isExtended = (100...120).contains(word.count) && word.starts(with: "xprv".unicodeScalars)
    return isExtended && word.allSatisfy { Base58.isDigit($0.value) }
  }
}
