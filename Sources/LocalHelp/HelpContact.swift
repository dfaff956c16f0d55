package import ScanModel

/// Somebody to turn to after a scam, and the official page that says so.
package struct HelpContact: Sendable, Hashable {
  /// What one turns to them for.
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    /// Stops payments and blocks cards.
    case bank
    /// Takes reports of scams.
    case report
    case police
    /// Advises and supports those who were deceived.
    case advice
    /// Takes copies of the message.
    case forward
  }

  /// One way to reach them.
  package struct Way: Sendable, Hashable {
    package enum Kind: String, Sendable, Hashable, CaseIterable {
      case call, text, whatsapp, mail, web
    }

    package var kind: Kind
    /// A number, a mail address or a web address, as the source writes it.
    package var value: String
  }

  /// Whom a contact is not for: everybody else.
  package enum Restriction: String, Sendable, Hashable, CaseIterable {
    /// For those who are in danger now, such as an emergency number.
    case emergency
    /// For a part of the country.
    case region
  }

  package var kind: Kind
  package var name: String
  /// In the order of `Way.Kind`; empty where everybody has their own, such as one's bank.
  package var ways: [Way]
  package var hours: String?
  /// A few words on what they do or when to turn to them.
  package var note: String?
  /// Kinds of scams that they are for; nil for all.
  package var categories: Set<RiskCategory>?
  /// Languages that this entry is for; nil for all that no other entry of the same kind and name is for.
  package var languages: Set<String>?
  /// Nil for a contact that is for everybody.
  package var restriction: Restriction?
  package var source: HelpSource
}

/// An official page that names a contact.
package struct HelpSource: Sendable, Hashable {
  package var url: String
  /// Who answers for the page.
  package var publisher: String
  /// Where the page was read, if not at its own address.
  package var via: String?
  /// The day that the page bears, YYYY-MM-DD; nil where it bears none.
  package var dated: String?
  /// The day on which it was read, YYYY-MM-DD.
  package var read: String
}
