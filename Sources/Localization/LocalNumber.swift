internal import CGettext
package import ScanModel

/// Numbers and days as the user's language writes them.
package enum LocalNumber {
  /// A whole number, with groups of three digits from 10,000 on.
  package static func whole(_ number: Int) -> String {
    Localization.isActive && number.magnitude >= 10_000 ? grouped(number) : String(number)
  }

  /// A whole number in groups of three digits, with narrow no-break spaces: "100 000".
  package static func grouped(_ number: Int) -> String {
    let digits = String(number.magnitude)
    let groups = digits.enumerated().map { index, digit in
      index > 0 && (digits.count - index) % 3 == 0 ? "\u{202F}\(digit)" : "\(digit)"
    }
    return (number < 0 ? "-" : "") + groups.joined()
  }

  /// A number of tenths, such as 3 for "0.3".
  package static func tenths(_ tenths: Int) -> String { "\(tenths / 10)\(decimalSeparator)\(tenths % 10)" }

  /// A number with at most this many digits after the separator, such as "1.9".
  package static func decimal(_ number: Double, places: Int) -> String {
    String(number.rounded(toPlaces: places)).replacing(".", with: decimalSeparator)
  }

  private static var decimalSeparator: String {
    guard Localization.isActive else { return "." }
    // If the system does not know the language, use the separator that its translators give.
    return unsafe ocrscan_decimal_separator().map { unsafe String(cString: $0) } ?? Translation.of(".")
  }

  /// A day as reports write it, such as "2026-11-22"; the same text if it is none.
  package static func day(_ text: some StringProtocol) -> String { localized(Message(day: text)) }
}

private func inUsersLanguage(_ message: Message) -> Message { .verbatim(localized(message)) }

extension FailureDescription {
  package var localized: FailureDescription { mapMessages(inUsersLanguage) }
}

extension ScanReport {
  /// The same report with its sentences in the user's language; keys, codes and what was read stay.
  package var localized: ScanReport { mapMessages(inUsersLanguage) }
}
