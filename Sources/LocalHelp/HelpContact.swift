package import ScanModel

/// A contact for help after a scam, and the official page that names it.
package struct HelpContact: Sendable, Hashable {
  /// What the contact is for.
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    /// Stops payments and blocks cards.
    case bank
    /// Takes reports of scams.
    case report
    case police
    /// Advises and supports victims.
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

  /// A limit on who may use a contact.
  package enum Restriction: String, Sendable, Hashable, CaseIterable {
    /// For people in danger now, such as an emergency number.
    case emergency
    /// For a part of the country.
    case region
  }

  package var kind: Kind
  package var name: String
  /// In the order of `Way.Kind`; empty if everyone has their own, such as their bank.
  package var ways: [Way]
  package var hours: String?
  /// A few words on what they do or when to turn to them.
  package var note: String?
  /// Kinds of scams that it is for; nil for all.
  package var categories: Set<RiskCategory>?
  /// Languages that this entry is for; nil for those without their own entry of the same kind and name.
  package var languages: Set<String>?
  /// Nil for a contact that is open to everyone.
  package var restriction: Restriction?
  package var source: HelpSource
}

/// An official page that names a contact.
package struct HelpSource: Sendable, Hashable {
  package var url: String
  /// The organization responsible for the page.
  package var publisher: String
  /// Where the page was read, if not at its own address.
  package var via: String?
  /// The date on the page, YYYY-MM-DD; nil if it has none.
  package var dated: String?
  /// The day on which it was read, YYYY-MM-DD.
  package var read: String
}
