/// The formats of Bitcoin (Base58 and Bech32), Ethereum and Tron addresses. Checksums are ignored, because recognition
/// rarely gets every character right.
package enum WalletAddressFormat {
  /// Whether a word has the format of an address.
  package static func matches(_ scalars: ArraySlice<Unicode.Scalar>) -> Bool {
    let word = scalars.map(\.value)
    guard word.count >= 26, let first = word.first else { return false }
    let lowered = word.map { $0 >= 0x41 && $0 <= 0x5A ? $0 + 0x20 : $0 }
    if word.count == 42, lowered[0] == 0x30, lowered[1] == 0x78 { return lowered[2...].allSatisfy(isHexadecimal) }
    if word.count >= 42, Array(lowered[0..<3]) == [0x62, 0x63, 0x31] { return lowered == word && hasDigit(word) }
    let isBitcoin = (first == 0x31 || first == 0x33) && (26...35).contains(word.count)
    let isTron = first == 0x54 && word.count == 34
    guard isBitcoin || isTron else { return false }
    return word.allSatisfy(Base58.isDigit) && hasDigit(Array(word.dropFirst())) && hasBothCases(word)
  }

  private static func isHexadecimal(_ value: UInt32) -> Bool {
    (0x30...0x39).contains(value) || (0x61...0x66).contains(value)
  }

  package static func hasDigit(_ word: [UInt32]) -> Bool { word.contains { (0x30...0x39).contains($0) } }

  package static func hasBothCases(_ word: [UInt32]) -> Bool {
    word.contains { (0x41...0x5A).contains($0) } && word.contains { (0x61...0x7A).contains($0) }
  }
}
