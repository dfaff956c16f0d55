internal import LocalHelp
internal import ScanModel

/// The steps as `ocr-scan advice --json` prints them; unknown values are null, never missing.
struct HelpDocument: Encodable {
  let steps: HelpSteps

  private enum Key: String, CodingKey {
    case category, contacts, country, now, save
    case countryName = "country_name"
    case sayToBank = "say_to_bank"
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(steps.category, forKey: .category)
    try container.encode(steps.country?.rawValue, forKey: .country)
    try container.encode(steps.countryName, forKey: .countryName)
    try container.encode(steps.now, forKey: .now)
    try container.encode(steps.bankWords, forKey: .sayToBank)
    try container.encode(steps.save, forKey: .save)
    try container.encode(steps.contacts.map(Contact.init), forKey: .contacts)
  }

  private struct Contact: Encodable {
    let contact: HelpContact

    private enum Key: String, CodingKey { case kind, name, call, text, whatsapp, mail, web, hours, note, source }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      func value(_ kind: HelpContact.Way.Kind) -> String? { contact.ways.first { $0.kind == kind }?.value }
      try container.encode(contact.kind.rawValue, forKey: .kind)
      try container.encode(contact.name, forKey: .name)
      try container.encode(value(.call), forKey: .call)
      try container.encode(value(.text), forKey: .text)
      try container.encode(value(.whatsapp), forKey: .whatsapp)
      try container.encode(value(.mail), forKey: .mail)
      try container.encode(value(.web), forKey: .web)
      try container.encode(contact.hours, forKey: .hours)
      try container.encode(contact.note, forKey: .note)
      try container.encode(Source(source: contact.source), forKey: .source)
    }
  }

  private struct Source: Encodable {
    let source: HelpSource

    private enum Key: String, CodingKey { case url, publisher, via, dated, read }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(source.url, forKey: .url)
      try container.encode(source.publisher, forKey: .publisher)
      try container.encode(source.via, forKey: .via)
      try container.encode(source.dated, forKey: .dated)
      try container.encode(source.read, forKey: .read)
    }
  }
}
