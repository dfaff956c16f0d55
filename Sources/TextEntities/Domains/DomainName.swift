internal import CIDN2

/// Domain names in their ASCII form: "xn--kse-qla.de" for "käse.de".
enum DomainName {
  /// Bytes; names in DNS have 253 (RFC 1035, section 2.3.4), and in UTF-8 a letter has up to four.
  private static let maximumInput = 253 * 4
  private static let maximumLabel = 63
  private static let maximumName = 253

  /// Converts a name as the WHATWG URL standard does ("domain to ASCII", by Unicode TS 46).
  ///
  /// The tables of libidn2 are those of one version of Unicode: names with newer letters have no form. Of all scalars that it
  /// knows, 2.3.3 (Debian 12) maps one otherwise than Unicode 17, U+1E9E, and 2.3.8 (Debian 13) none.
  /// - Parameter name: With full stops of any alphabet.
  /// - Returns: In small letters; nil if the name is invalid, or longer than a name in DNS.
  static func ascii(_ name: String) -> String? {
    if name.utf8.allSatisfy({ $0 < 0x80 }) { return name.unicodeScalars.asciiLowercased }
    guard name.utf8.count <= maximumInput, !name.utf8.contains(0) else { return nil }
    let mapped = name.replacing("\u{1E9E}", with: "\u{DF}")
    return converted(mapped) ?? withSymbols(mapped)
  }

  /// Whether a host in ASCII can be a name in DNS: labels of letters, digits, hyphens and underscores.
  static func isPossible(_ host: some StringProtocol) -> Bool {
    host.utf8.count <= maximumName
      && host.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { label in
        (1...maximumLabel).contains(label.utf8.count) && label.first != "-" && label.last != "-"
          && label.unicodeScalars.allSatisfy { $0.isASCIIAlphanumeric || $0 == "-" || $0 == "_" }
      }
  }

  /// Whether a name in any alphabet ends in a top-level domain; nil if it is invalid.
  static func hasEnding(_ name: String) -> Bool? { ascii(name).map { isEnding($0.lastLabel) } }

  static func isEnding(_ label: String) -> Bool { TopLevelDomains.isEnding(label) || PublicSuffixList.isEnding(label) }

  /// Whether a name may contain it, in any alphabet.
  static func isPart(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCIIAlphanumeric || scalar == "." || scalar == "-" || scalar.value >= 0x80
  }

  /// Whether a name is the same without it, by Unicode TS 46.
  static func isIgnored(_ scalar: Unicode.Scalar) -> Bool {
    ["\u{AD}", "\u{200B}", "\u{2060}", "\u{2064}", "\u{FEFF}"].contains(scalar)
  }

  /// The labels of a name in any alphabet, with plain full stops between them.
  static func withPlainStops(_ name: String) -> String {
    name.unicodeScalars.lazy.map { isStop($0) ? "." : $0 }.asciiLowercased
  }

  static func isStop(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "." || scalar == "\u{3002}" || scalar == "\u{FF0E}" || scalar == "\u{FF61}"
  }

  private static func converted(_ name: String) -> String? {
    var output: UnsafeMutablePointer<CChar>?
    let flags = Int32(IDN2_NFC_INPUT.rawValue | IDN2_NONTRANSITIONAL.rawValue)
    let status = unsafe idn2_to_ascii_8z(name, &output, flags)
    guard status == IDN2_OK.rawValue, let text = unsafe output else { return nil }
    defer { unsafe idn2_free(text) }
    return unsafe String(cString: text)
  }

  /// A name with emoji or signs of mathematics, which browsers accept and libidn2, by IDNA 2008, does not: "i❤.ws", and
  /// "paypal.com∕a.example", whose slash (U+2215) is none. All else in it must be ASCII.
  private static func withSymbols(_ name: String) -> String? {
    var labels: [String] = []
    for written in name.unicodeScalars.split(omittingEmptySubsequences: false, whereSeparator: isStop) {
      let label = written.filter { $0.value != 0xFE0F }.map(\.asciiLowercased)
      let text = label.asciiLowercased
      guard !text.hasPrefix("xn--"),
        label.allSatisfy({ $0.isASCII || isSymbol($0.properties) && !$0.properties.changesWhenNFKCCaseFolded }),
        let ascii = label.allSatisfy(\.isASCII) ? text : Punycode.encoded(label).map({ "xn--" + $0 })
      else { return nil }
      labels.append(ascii)
    }
    return labels.joined(separator: ".")
  }

  private static func isSymbol(_ properties: Unicode.Scalar.Properties) -> Bool {
    properties.isEmoji || [.mathSymbol, .currencySymbol].contains(properties.generalCategory)
  }
}

extension Collection where Element: StringProtocol {
  /// Whether these labels of a host are an IPv4 address.
  package var isIPv4Address: Bool { count == 4 && allSatisfy { UInt8($0) != nil } }
}

extension String {
  /// Of a host; empty if it has none.
  package var lastLabel: String { split(separator: ".").last.map(String.init) ?? "" }
}
