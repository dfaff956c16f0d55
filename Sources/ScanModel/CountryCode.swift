/// A country or territory by the two capital letters of ISO 3166-1, such as `GB`.
package struct CountryCode: RawRepresentable, Sendable, Hashable {
  package let rawValue: String

  /// - Parameter rawValue: Two letters; small ones count as capitals, and UK as GB. Nil for anything else.
  package init?(rawValue: String) {
    let letters = rawValue.utf8.map { byte in (0x61...0x7A).contains(byte) ? byte - 0x20 : byte }
    guard letters.count == 2, letters.allSatisfy({ (0x41...0x5A).contains($0) }) else { return nil }
    let code = String(decoding: letters, as: UTF8.self)
    self.rawValue = code == "UK" ? "GB" : code
  }

  /// The territory of the locale for messages; nil for locales without one, such as `C`.
  /// - Parameter environment: `LC_ALL`, `LC_MESSAGES` and `LANG`; the first non-empty one decides (POSIX.1-2024, 8.2).
  ///   A name has the form `language_TERRITORY.charset@modifier` (locale(7)).
  package init?(localeIn environment: [String: String]) {
    guard let locale = Self.messageLocale(environment), let mark = locale.firstIndex(of: "_") else { return nil }
    self.init(rawValue: String(locale[locale.index(after: mark)...].prefix { $0 != "." && $0 != "@" }))
  }

  /// The language of the locale for messages in two or three small letters; `en` if the locale names none.
  package static func language(localeIn environment: [String: String]) -> String {
    let name = messageLocale(environment)?.prefix { !"_.@".contains($0) } ?? ""
    let isLanguage = (2...3).contains(name.utf8.count) && name.utf8.allSatisfy { (0x61...0x7A).contains($0) }
    return isLanguage ? String(name) : "en"
  }

  /// The locale for messages, as the environment names it; nil if it names none.
  package static func messageLocale(_ environment: [String: String]) -> String? {
    ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
  }
}
