internal import Application
internal import Localization
internal import ScanModel

/// Shows what to do after a scam.
struct HelpRenderer {
  let console: Console

  /// Below a verdict: a heading, two or three lines, and the command that shows the rest.
  func showBrief(_ steps: HelpSteps, indent: String = "") throws {
    try console.print(indent + localized(steps.heading))
    for line in steps.brief { try show(localized(line), after: indent + "  • ") }
    let command = "ocr-scan advice" + (steps.category == .unknown ? "" : " \(steps.category.rawValue)")
    try show(localized("More, and what to save: %1$@", command), after: indent + "  ")
  }

  /// Shows everything. No line is wider than the terminal.
  func showAll(_ steps: HelpSteps) throws {
    let place = steps.countryName.map { ", \(localized($0))" } ?? ""
    let heading =
      steps.category == .unknown
      ? localized("What to do after a scam") : localized("What to do: %1$@", RiskWords.category(steps.category))
    try console.print(console.output.paint(heading + place, .bold))
    try showList(localized("Now"), steps.now.map { localized($0) })
    try showList(localized("Say to your bank, if you paid or gave details"), steps.bankWords.map { localized($0) })
    let kinds = steps.contacts.map(\.kind).reduce(into: [HelpContact.Kind]()) { if !$0.contains($1) { $0.append($1) } }
    for kind in kinds {
      try showList(Self.heading(kind), steps.contacts.filter { $0.kind == kind }.map(Self.line))
    }
    try showList(localized("Save, and do not delete"), steps.save.map { localized($0) })
    try showList(localized("Where the names and numbers are from"), steps.sources.map(Self.line))
  }

  private func showList(_ heading: String, _ lines: [String]) throws {
    guard !lines.isEmpty else { return }
    try console.print("")
    try console.print(console.output.paint(heading, .bold))
    for line in lines { try show(line, after: "  • ") }
  }

  private func show(_ line: String, after mark: String) throws {
    let width = console.terminalColumns.map { max(20, $0 - TextLayout.width(of: mark)) }
    let broken = width.map { TextLayout.wrap(line, width: $0) } ?? [line]
    for line in TextLayout.hanging(broken, after: mark) { try console.print(line) }
  }

  private static func heading(_ kind: HelpContact.Kind) -> String {
    switch kind {
    case .bank: localized("Bank and cards")
    case .report: localized("Report it")
    case .police: localized("Police")
    case .advice: localized("Advice and support")
    case .forward: localized("Pass the message on")
    }
  }

  /// "Report Fraud: call 0300 123 2040, www.reportfraud.police.uk (for England, Wales and Northern Ireland)"
  static func line(_ contact: HelpContact) -> String {
    let ways = contact.ways.map { way in
      switch way.kind {
      case .call: localized("call %1$@", way.value)
      case .text: localized("text %1$@", way.value)
      case .whatsapp: "WhatsApp \(way.value)"
      case .mail, .web: way.value
      }
    }
    let remarks = [contact.hours, contact.note].compactMap(\.self).map { localized($0) }.joined(separator: "; ")
    let name = localized(contact.name)
    return (ways.isEmpty ? name : localized("%1$@: %2$@", name, ways.joined(separator: ", ")))
      + (remarks.isEmpty ? "" : " (\(remarks))")
  }

  private static func line(_ source: HelpSource) -> String {
    let dated = source.dated.map { localized("of %1$@", LocalNumber.day($0)) } ?? localized("without a date")
    let read =
      source.via.map { localized("read on %1$@ in %2$@", LocalNumber.day(source.read), localized($0)) }
      ?? localized("read on %1$@", LocalNumber.day(source.read))
    return localized("%1$@: %2$@", "\(source.publisher), \(dated), \(read)", source.url)
  }
}

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
