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
