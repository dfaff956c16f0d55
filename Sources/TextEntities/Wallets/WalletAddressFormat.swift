/// The formats of Bitcoin, Ethereum and Tron addresses. Checksums are ignored: recognition rarely gets all of it right.
package enum WalletAddressFormat {
  package static func matches(_ word: ArraySlice<Unicode.Scalar>) -> Bool {
    guard word.count >= 26, let first = word.first else { return false }
    func hasPrefix(_ prefix: String) -> Bool { word.starts(with: prefix.unicodeScalars) { $0.asciiLowercased == $1 } }
    if word.count == 42, hasPrefix("0x") { return word.dropFirst(2).allSatisfy(\.isASCIIHexDigit) }
    if word.count >= 42, hasPrefix("bc1") { return !word.contains(where: \.isASCIICapital) }
    let isBitcoin = (first == "1" || first == "3") && (26...35).contains(word.count)
    let isTron = first == "T" && word.count == 34
    return (isBitcoin || isTron) && isMixedBase58(word) && word.dropFirst().contains(where: \.isASCIIDigit)
  }

  /// Digits of Base58, capitals and small letters among them.
  package static func isMixedBase58(_ word: some Collection<Unicode.Scalar>) -> Bool {
    word.allSatisfy { Base58.isDigit($0.value) } && word.contains(where: \.isASCIICapital)
      && word.contains(where: \.isASCIISmallLetter)
  }
}
