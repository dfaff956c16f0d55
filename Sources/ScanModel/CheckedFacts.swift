/// What was checked on a screen, apart from any verdict: whose links, senders and telephone numbers these are.
package struct Facts<Place: Sendable & Hashable>: Sendable, Hashable {
  package typealias Link = PlacedFact<CheckedLink, Place>
  package typealias Sender = PlacedFact<CheckedSender, Place>
  package typealias Number = PlacedFact<CheckedNumber, Place>

  package var links: [Link]
  package var senders: [Sender]
  package var numbers: [Number]

  package static var none: Facts { Facts(links: [], senders: [], numbers: []) }

  package init(links: [Link], senders: [Sender], numbers: [Number]) {
    self.links = links
    self.senders = senders
    self.numbers = numbers
  }

  package func placed<Other>(_ place: (Place) -> Other) -> Facts<Other> {
    Facts<Other>(
      links: links.map { $0.placed(place) }, senders: senders.map { $0.placed(place) },
      numbers: numbers.map { $0.placed(place) })
  }
}

/// Facts with the scalar offsets of their words in `TextPage.text`.
package typealias CheckedFacts = Facts<Range<Int>>
/// Facts in the form of the report: `links`, `senders` and `numbers` in JSON.
package typealias ReportedFacts = Facts<ReportedPlace>

/// Where the words of a fact are, in the form of the report.
package struct ReportedPlace: Sendable, Hashable, Codable {
  /// Bounds of the words in the screenshot; nil for plain text.
  package var boxes: [PixelRect]?
  /// `[start, length]` in Unicode scalars of the text; nil for screenshots.
  package var range: [Int]?

  package init(boxes: [PixelRect]?, range: [Int]?) {
    self.boxes = boxes
    self.range = range
  }
}

/// A fact, and where its words are.
@dynamicMemberLookup
package struct PlacedFact<Fact: Sendable & Hashable & Codable, Place: Sendable & Hashable>: Sendable, Hashable {
  private var fact: Fact
  package let place: Place

  package subscript<Value>(dynamicMember part: WritableKeyPath<Fact, Value>) -> Value {
    get { fact[keyPath: part] }
    set { fact[keyPath: part] = newValue }
  }

  fileprivate func placed<Other>(_ place: (Place) -> Other) -> PlacedFact<Fact, Other> {
    PlacedFact<Fact, Other>(fact: fact, place: place(self.place))
  }
}

/// One object in JSON.
extension PlacedFact: Codable where Place: Codable {
  package init(from decoder: any Decoder) throws {
    fact = try Fact(from: decoder)
    place = try Place(from: decoder)
  }

  package func encode(to encoder: any Encoder) throws {
    try fact.encode(to: encoder)
    try place.encode(to: encoder)
  }
}

/// A link, and how it stands to the company that speaks.
package struct CheckedLink: Sendable, Hashable, Codable {
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
  /// As the WHATWG URL standard serializes it; nil if it cannot be told.
  @OrNull package var host: String?
  /// Registrable domain; nil if it cannot be told.
  @OrNull package var domain: String?
  /// The company of the table whose own address it is.
  @OrNull package var owner: String?
  package var standing: Standing

  /// Lines above the address of a page: titles of tabs, the time of day.
  private static let linesAbove = 2

  /// Whether a link stands alone in one of the first lines of a text, as a browser shows the address of a page.
  package static func isAddressOfPage(_ link: String, in text: String) -> Bool {
    let lines = text.split(separator: "\n", maxSplits: 8).filter { !$0.allSatisfy(\.isWhitespace) }
    // A notification has the name of a program beside the address.
    return lines.prefix(linesAbove + 1).contains { line in
      line.contains(link) && !line.replacing(link, with: " ").split { !$0.isLetter }.contains { $0.count > 1 }
    }
  }
}

extension PlacedFact where Fact == CheckedLink {
  package init(
    text: String, host: String?, domain: String?, owner: String?, standing: CheckedLink.Standing, place: Place
  ) {
    fact = CheckedLink(text: text, host: host, domain: domain, owner: owner, standing: standing)
    self.place = place
  }
}

package struct CheckedSender: Sendable, Hashable, Codable {
  /// How name and domain of a sender agree. Raw values are those of the report.
  package enum Agreement: String, Sendable, Hashable, Codable, CaseIterable {
    case agrees, differs
    /// An address at a provider where anybody gets one.
    case freeMail = "free_mail"
    case unclear
  }

  /// Nil if only the address is shown.
  @OrNull package var name: String?
  package var address: String
  package var domain: String
  package var agreement: Agreement
}

extension PlacedFact where Fact == CheckedSender {
  /// The place is that of name and address.
  package init(name: String?, address: String, domain: String, agreement: CheckedSender.Agreement, place: Place) {
    fact = CheckedSender(name: name, address: address, domain: domain, agreement: agreement)
    self.place = place
  }
}

package struct CheckedNumber: Sendable, Hashable, Codable {
  package var text: String
  /// Two-letter code (ISO 3166-1); nil if the number does not tell, or several countries share its prefix.
  @OrNull package var country: String?
}

extension PlacedFact where Fact == CheckedNumber {
  /// Whether it is written without the code of a country.
  package var isNational: Bool { self.country == nil && !self.text.hasPrefix("+") && !self.text.hasPrefix("00") }

  package init(text: String, country: String?, place: Place) {
    fact = CheckedNumber(text: text, country: country)
    self.place = place
  }
}
