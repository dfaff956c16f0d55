/// What was checked on a screen, apart from any verdict: whose links, senders and telephone numbers these are.
package struct CheckedFacts: Sendable, Hashable {
  package var links: [CheckedLink]
  package var senders: [CheckedSender]
  package var numbers: [CheckedNumber]

  package static let none = CheckedFacts(links: [], senders: [], numbers: [])

  package init(links: [CheckedLink], senders: [CheckedSender], numbers: [CheckedNumber]) {
    self.links = links
    self.senders = senders
    self.numbers = numbers
  }
}

/// A link, and how it stands to the company that speaks.
package struct CheckedLink: Sendable, Hashable {
  /// Raw values are those of the report.
  package enum Standing: String, Sendable, Hashable, Codable, CaseIterable {
    /// An address of the company that speaks.
    case own
    /// An address of another company of the table.
    case otherCompany = "other_company"
    /// A company's name, or a misspelling of one, in an address that is not its own.
    case lookAlike = "look_alike"
    case short
    /// On a service where anybody gets a page.
    case freeHost = "free_host"
    /// The host is a number (IP address).
    case number
    case unfamiliar
    /// May be misread.
    case unclear
  }

  package var text: String
  /// Nil if it cannot be told.
  package var host: String?
  /// Registrable domain; nil if it cannot be told.
  package var domain: String?
  /// The company of the table whose own address it is.
  package var owner: String?
  package var standing: Standing
  /// Scalar offsets in `TextPage.text`.
  package var range: Range<Int>

  package init(
    text: String, host: String?, domain: String?, owner: String?, standing: Standing, range: Range<Int>
  ) {
    self.text = text
    self.host = host
    self.domain = domain
    self.owner = owner
    self.standing = standing
    self.range = range
  }
}

/// A sender with an address.
package struct CheckedSender: Sendable, Hashable {
  /// How name and domain of a sender agree. Raw values are those of the report.
  package enum Agreement: String, Sendable, Hashable, Codable, CaseIterable {
    case agrees, differs
    /// An address at a provider where anybody gets one.
    case freeMail = "free_mail"
    case unclear
  }

  /// Nil if only the address is shown.
  package var name: String?
  package var address: String
  package var domain: String
  package var agreement: Agreement
  /// Scalar offsets of name and address in `TextPage.text`.
  package var range: Range<Int>

  package init(name: String?, address: String, domain: String, agreement: Agreement, range: Range<Int>) {
    self.name = name
    self.address = address
    self.domain = domain
    self.agreement = agreement
    self.range = range
  }
}

/// A telephone number.
package struct CheckedNumber: Sendable, Hashable {
  package var text: String
  /// Two-letter code (ISO 3166-1); nil if the number does not tell, or several countries share its prefix.
  package var country: String?
  /// Scalar offsets in `TextPage.text`.
  package var range: Range<Int>

  package init(text: String, country: String?, range: Range<Int>) {
    self.text = text
    self.country = country
    self.range = range
  }
}

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

  private static func messageLocale(_ environment: [String: String]) -> String? {
    ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
  }
}
