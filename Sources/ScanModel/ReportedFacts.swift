/// What was checked on a screenshot, in the form of the report: `links`, `senders` and `numbers` in JSON.
package struct ReportedFacts: Sendable, Hashable {
  /// Where the words are.
  package struct Place: Sendable, Hashable {
    enum CodingKeys: String, CodingKey { case boxes, range }

    /// Bounds of the words in the screenshot; nil for plain text.
    package var boxes: [PixelRect]?
    /// `[start, length]` in Unicode scalars of the text; nil for screenshots.
    package var range: [Int]?

    package init(boxes: [PixelRect]?, range: [Int]?) {
      self.boxes = boxes
      self.range = range
    }
  }

  package struct Link: Sendable, Hashable {
    enum CodingKeys: String, CodingKey { case text, host, domain, owner, standing }

    package var text: String
    /// As the WHATWG URL standard serializes it; nil if it cannot be told.
    package var host: String?
    /// The registrable domain; nil if it cannot be told.
    package var domain: String?
    /// The company whose own address it is.
    package var owner: String?
    package var standing: CheckedLink.Standing
    package var place: Place

    package init(
      text: String, host: String?, domain: String?, owner: String?, standing: CheckedLink.Standing, place: Place
    ) {
      self.text = text
      self.host = host
      self.domain = domain
      self.owner = owner
      self.standing = standing
      self.place = place
    }
  }

  package struct Sender: Sendable, Hashable {
    enum CodingKeys: String, CodingKey { case name, address, domain, agreement }

    package var name: String?
    package var address: String
    package var domain: String
    package var agreement: CheckedSender.Agreement
    package var place: Place

    package init(name: String?, address: String, domain: String, agreement: CheckedSender.Agreement, place: Place) {
      self.name = name
      self.address = address
      self.domain = domain
      self.agreement = agreement
      self.place = place
    }
  }

  package struct Number: Sendable, Hashable {
    enum CodingKeys: String, CodingKey { case text, country }

    package var text: String
    /// Two-letter code (ISO 3166-1); nil if the number does not tell.
    package var country: String?
    package var place: Place

    package init(text: String, country: String?, place: Place) {
      self.text = text
      self.country = country
      self.place = place
    }
  }

  package var links: [Link]
  package var senders: [Sender]
  package var numbers: [Number]

  package static let none = ReportedFacts(links: [], senders: [], numbers: [])

  package init(links: [Link], senders: [Sender], numbers: [Number]) {
    self.links = links
    self.senders = senders
    self.numbers = numbers
  }

  /// The facts with the places of their words.
  package init(_ facts: CheckedFacts, placing place: (Range<Int>) -> Place) {
    links = facts.links.map {
      Link(
        text: $0.text, host: $0.host, domain: $0.domain, owner: $0.owner, standing: $0.standing, place: place($0.range))
    }
    senders = facts.senders.map {
      Sender(
        name: $0.name, address: $0.address, domain: $0.domain, agreement: $0.agreement, place: place($0.range))
    }
    numbers = facts.numbers.map { Number(text: $0.text, country: $0.country, place: place($0.range)) }
  }
}

// Coded by hand, because unknown values are null, never missing.

extension ReportedFacts.Place: Codable {
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    // Screenshots have boxes; plain text has a range instead.
    if let range {
      try container.encode(range, forKey: .range)
    } else {
      try container.encode(boxes ?? [], forKey: .boxes)
    }
  }
}

extension ReportedFacts.Link: Codable {
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    text = try container.decode(String.self, forKey: .text)
    host = try container.decodeIfPresent(String.self, forKey: .host)
    domain = try container.decodeIfPresent(String.self, forKey: .domain)
    owner = try container.decodeIfPresent(String.self, forKey: .owner)
    standing = try container.decode(CheckedLink.Standing.self, forKey: .standing)
    place = try ReportedFacts.Place(from: decoder)
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(text, forKey: .text)
    try container.encode(host, forKey: .host)
    try container.encode(domain, forKey: .domain)
    try container.encode(owner, forKey: .owner)
    try container.encode(standing, forKey: .standing)
    try place.encode(to: encoder)
  }
}

extension ReportedFacts.Sender: Codable {
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    name = try container.decodeIfPresent(String.self, forKey: .name)
    address = try container.decode(String.self, forKey: .address)
    domain = try container.decode(String.self, forKey: .domain)
    agreement = try container.decode(CheckedSender.Agreement.self, forKey: .agreement)
    place = try ReportedFacts.Place(from: decoder)
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(name, forKey: .name)
    try container.encode(address, forKey: .address)
    try container.encode(domain, forKey: .domain)
    try container.encode(agreement, forKey: .agreement)
    try place.encode(to: encoder)
  }
}

extension ReportedFacts.Number: Codable {
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    text = try container.decode(String.self, forKey: .text)
    country = try container.decodeIfPresent(String.self, forKey: .country)
    place = try ReportedFacts.Place(from: decoder)
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(text, forKey: .text)
    try container.encode(country, forKey: .country)
    try place.encode(to: encoder)
  }
}
