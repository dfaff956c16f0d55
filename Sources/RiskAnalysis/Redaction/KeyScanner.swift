internal import WrittenForms

/// Finds private keys: PEM blocks, 64 hexadecimal digits, and the export formats of wallets.
enum KeyScanner {
  private static let begin: [Unicode.Scalar] = Array("-----BEGIN ".unicodeScalars)
  private static let end: [Unicode.Scalar] = Array("-----END ".unicodeScalars)
  /// A PEM header line is "-----BEGIN <label>-----" (RFC 7468); labels are short.
  private static let maximumHeader = 80

  static func findings(in scalars: [Unicode.Scalar]) -> [TextRedactor.Finding] {
    var findings: [TextRedactor.Finding] = []
    var position = 0
    while position < scalars.count {
      if let block = pemBlock(in: scalars, at: position) {
        findings.append(.init(range: block, label: .privateKey))
        position = block.upperBound
        continue
      }
      guard scalars[position].isASCIIAlphanumeric else {
        position += 1
        continue
      }
      var wordEnd = position
      while wordEnd < scalars.count, scalars[wordEnd].isASCIIAlphanumeric { wordEnd += 1 }
      if isKey(scalars[position..<wordEnd]) {
        findings.append(.init(range: position..<wordEnd, label: .privateKey))
      }
      position = wordEnd
    }
    return findings
  }

  /// A private key block from its first line to its last, or to the end of the text if it is cut off.
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

  private static func isKey(_ word: ArraySlice<Unicode.Scalar>) -> Bool {
    let values = word.map(\.value)
    let isPrefixed = values.count == 66 && values[0] == 0x30 && values[1] | 0x20 == 0x78
    let digits = isPrefixed ? Array(values.dropFirst(2)) : values
    if digits.count == 64, digits.allSatisfy(isHexadecimal) { return WalletShape.hasDigit(digits) }
    // Wallet import format: base58 of 51 or 52 characters that begins with 5, K or L.
    let isWalletImport = [51, 52].contains(values.count) && [0x35, 0x4B, 0x4C].contains(values[0])
    if isWalletImport { return values.allSatisfy(Base58.isDigit) && WalletShape.hasBothCases(values) }
    let isExtended = (100...120).contains(values.count) && word.starts(with: "xprv".unicodeScalars)
    return isExtended && values.allSatisfy(Base58.isDigit)
  }

  private static func isHexadecimal(_ value: UInt32) -> Bool {
    (0x30...0x39).contains(value) || (0x61...0x66).contains(value | 0x20) && value > 0x39
  }
}
