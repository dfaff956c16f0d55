internal import TextEntities

/// Finds private keys: PEM blocks, 64 hexadecimal digits, the export formats of wallets, API keys, and long random words,
/// such as keys that were misread.
enum SecretKeyScanner {
  private static let begin: [Unicode.Scalar] = Array("-----BEGIN ".unicodeScalars)
  private static let end: [Unicode.Scalar] = Array("-----END ".unicodeScalars)
  /// A PEM header line is "-----BEGIN <label>-----" (RFC 7468); labels are short.
  private static let maximumHeader = 80
  /// Prefixes of the API keys of well-known services; "eyJ" begins a JSON Web Token.
  private static let prefixes = [
    "sk-", "sk_", "pk_live_", "rk_live_", "ghp_", "gho_", "ghs_", "github_pat_", "glpat-", "xoxb-", "xoxp-", "AKIA",
    "ASIA", "AIza", "eyJ", "npm_", "pypi-", "hf_",
  ].map { Array($0.unicodeScalars) }
  private static let minimumPrefixed = 16
  private static let maximumPrefixed = 2048
  /// No word has this many letters and digits; parcel and order numbers are shorter.
  private static let minimumRandom = 24
  private static let minimumMixed = 4

  /// Finds all keys in a text.
  /// - Parameters:
  ///   - scalars: The text.
  ///   - entities: Sorted entities, such as links, in which random words are not keys.
  /// - Returns: Sorted findings.
  static func findings(in scalars: [Unicode.Scalar], skipping entities: [Entity]) -> [TextRedactor.Finding] {
    var findings: [TextRedactor.Finding] = []
    var position = 0
    var next = 0
    while position < scalars.count {
      while next < entities.count, entities[next].range.upperBound <= position { next += 1 }
      if let block = pemBlock(in: scalars, at: position) {
        findings.append(.init(range: block, label: .privateKey))
        position = block.upperBound
        continue
      }
      guard scalars[position].isASCIIAlphanumeric else {
        position += 1
        continue
      }
      if let key = prefixedKey(in: scalars, at: position) {
        findings.append(.init(range: key, label: .privateKey))
        position = key.upperBound
        continue
      }
      var wordEnd = position
      while wordEnd < scalars.count, scalars[wordEnd].isASCIIAlphanumeric { wordEnd += 1 }
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
    guard hasPrefix(begin, in: scalars, at: start) else { return nil }
    let headerEnd = min(scalars.count, start + maximumHeader)
    guard scalars.lowercasedString(start..<headerEnd).contains("private key") else { return nil }
    var position = start + begin.count
    while position < scalars.count {
      if hasPrefix(end, in: scalars, at: position) {
        while position < scalars.count, scalars[position] != "\n" { position += 1 }
        return start..<position
      }
      position += 1
    }
    return start..<scalars.count
  }

  private static func hasPrefix(_ prefix: [Unicode.Scalar], in scalars: [Unicode.Scalar], at start: Int) -> Bool {
    guard start + prefix.count <= scalars.count, scalars[start] == prefix[0] else { return false }
    return prefix.indices.allSatisfy { scalars[start + $0] == prefix[$0] }
  }

  /// A word with the prefix of a well-known service and a digit.
  private static func prefixedKey(in scalars: [Unicode.Scalar], at start: Int) -> Range<Int>? {
    guard let prefix = prefixes.first(where: { hasPrefix($0, in: scalars, at: start) }) else { return nil }
    var end = start + prefix.count
    while end < min(scalars.count, start + maximumPrefixed), isPartOfKey(at: end, in: scalars) { end += 1 }
    guard end - start >= minimumPrefixed, scalars[start..<end].contains(where: isDigit) else { return nil }
    return start..<end
  }

  /// Full stops count only between parts, as in a JSON Web Token, not at the end of a sentence.
  private static func isPartOfKey(at position: Int, in scalars: [Unicode.Scalar]) -> Bool {
    let scalar = scalars[position]
    if scalar == "." { return position + 1 < scalars.count && scalars[position + 1].isASCIIAlphanumeric }
    return scalar.isASCIIAlphanumeric || scalar == "-" || scalar == "_"
  }

  private static func isRandom(_ word: ArraySlice<Unicode.Scalar>) -> Bool {
    guard word.count >= minimumRandom, !WalletAddressFormat.matches(word) else { return false }
    let digits = word.count(where: isDigit)
    return digits >= minimumMixed && word.count - digits >= minimumMixed
  }

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { (0x30...0x39).contains(scalar.value) }

  private static func isKey(_ word: ArraySlice<Unicode.Scalar>) -> Bool {
    let values = word.map(\.value)
    let isPrefixed = values.count == 66 && values[0] == 0x30 && values[1] | 0x20 == 0x78
    let digits = isPrefixed ? Array(values.dropFirst(2)) : values
    if digits.count == 64, digits.allSatisfy(isHexadecimal) { return WalletAddressFormat.hasDigit(digits) }
    // Wallet import format: 51 or 52 characters of Base58 that begin with 5, K or L.
    let isWalletImport = [51, 52].contains(values.count) && [0x35, 0x4B, 0x4C].contains(values[0])
    if isWalletImport { return values.allSatisfy(Base58.isDigit) && WalletAddressFormat.hasBothCases(values) }
    let isExtended = (100...120).contains(values.count) && word.starts(with: "xprv".unicodeScalars)
    return isExtended && values.allSatisfy(Base58.isDigit)
  }

  private static func isHexadecimal(_ value: UInt32) -> Bool {
    (0x30...0x39).contains(value) || (0x61...0x66).contains(value | 0x20) && value > 0x39
  }
}
