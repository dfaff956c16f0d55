internal import Application
internal import LocalHelp
internal import ScanModel

/// Shows what to do after a scam.
struct HelpRenderer {
  let console: Console

  /// Below a verdict: a heading, two or three lines, and where all of it is.
  func showBrief(_ steps: HelpSteps, indent: String = "") throws {
    try console.print(indent + steps.heading)
    for line in steps.brief { try show(line, after: indent + "  • ") }
    let command = "ocr-scan advice" + (steps.category == .unknown ? "" : " \(steps.category.rawValue)")
    try show("More, and what to save: \(command)", after: indent + "  ")
  }

  /// All of it. Lines of results never exceed the terminal.
  func showAll(_ steps: HelpSteps) throws {
    let place = steps.countryName.map { ", \($0)" } ?? ""
    let category = steps.category == .unknown ? " after a scam" : ": \(RiskWords.category(steps.category))"
    try console.print(console.output.paint("What to do\(category)\(place)", .bold))
    try showList("Now", steps.now)
    try showList("Say to your bank, if you paid or gave details", steps.bankWords)
    for kind in HelpContact.Kind.allCases {
      try showList(Self.heading(kind), steps.contacts.filter { $0.kind == kind }.map(Self.line))
    }
    try showList("Save, and do not delete", steps.save)
    try showList("Where the names and numbers are from", steps.sources.map(Self.line))
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
    case .bank: "Bank and cards"
    case .report: "Report it"
    case .police: "Police"
    case .advice: "Advice and support"
    case .forward: "Pass the message on"
    }
  }

  /// "Report Fraud: call 0300 123 2040, www.reportfraud.police.uk (for England, Wales and Northern Ireland)"
  static func line(_ contact: HelpContact) -> String {
    let ways = contact.ways.map { way in
      switch way.kind {
      case .call: "call \(way.value)"
      case .text: "text \(way.value)"
      case .whatsapp: "WhatsApp \(way.value)"
      case .mail, .web: way.value
      }
    }
    let remarks = [contact.hours, contact.note].compactMap(\.self).joined(separator: "; ")
    return contact.name + (ways.isEmpty ? "" : ": " + ways.joined(separator: ", "))
      + (remarks.isEmpty ? "" : " (\(remarks))")
  }

  private static func line(_ source: HelpSource) -> String {
    let dated = source.dated.map { "of \($0)" } ?? "without a date"
    return "\(source.publisher), \(dated), read on \(source.read)\(source.via.map { " in \($0)" } ?? ""): \(source.url)"
  }
}
