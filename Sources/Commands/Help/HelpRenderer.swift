internal import Application
internal import Localization
internal import ScanModel

struct HelpRenderer {
  let console: Console

  /// Below a verdict: a heading, two or three lines, and the command that shows the rest.
  func showBrief(_ steps: HelpSteps, indent: String = "") throws {
    try console.print(indent + localized(steps.heading))
    for line in steps.brief { try console.print(localized(line), after: indent + "  • ") }
    let command = "ocr-scan advice" + (steps.category == .unknown ? "" : " \(steps.category.rawValue)")
    try console.print(localized("More, and what to save: %1$@", command), after: indent + "  ")
  }

  func showAll(_ steps: HelpSteps) throws {
    let place = steps.countryName.map { ", \(localized($0))" } ?? ""
    let heading =
      steps.category == .unknown
      ? localized("What to do after a scam") : localized("What to do: %1$@", RiskWords.category(steps.category))
    try console.print(console.output.paint(heading + place, .bold))
    try showList(localized("Now"), steps.now.map { localized($0) })
    try showList(localized("Say to your bank, if you paid or gave details"), steps.bankWords.map { localized($0) })
    let kinds = steps.contacts.map(\.kind).reduce(into: [HelpContact.Kind]()) { if !$0.contains($1) { $0.append($1) } }
    for kind in kinds { try showList(Self.heading(kind), steps.contacts.filter { $0.kind == kind }.map(Self.line)) }
    try showList(localized("Save, and do not delete"), steps.save.map { localized($0) })
    try showList(localized("Where the names and numbers are from"), steps.sources.map(Self.line))
  }

  private func showList(_ heading: String, _ lines: [String]) throws {
    guard !lines.isEmpty else { return }
    try console.print("")
    try console.print(console.output.paint(heading, .bold))
    for line in lines { try console.print(line, after: "  • ") }
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

extension HelpSteps {
  var json: JSONObject {
    [
      "category": category, "country": country?.rawValue, "country_name": countryName, "now": now,
      "say_to_bank": bankWords, "save": save, "contacts": contacts.map(\.json),
    ]
  }
}

extension HelpContact {
  fileprivate var json: JSONObject {
    func value(_ kind: Way.Kind) -> String? { ways.first { $0.kind == kind }?.value }
    return [
      "kind": kind.rawValue, "name": name, "call": value(.call), "text": value(.text), "whatsapp": value(.whatsapp),
      "mail": value(.mail), "web": value(.web), "hours": hours, "note": note, "source": source.json,
    ]
  }
}

extension HelpSource {
  fileprivate var json: JSONObject { ["url": url, "publisher": publisher, "via": via, "dated": dated, "read": read] }
}
