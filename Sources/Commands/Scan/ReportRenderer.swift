internal import Application
internal import Foundation
internal import Localization
internal import Notifications
internal import ScanModel

struct ReportRenderer {
  let console: Console
  let json: Bool
  let showsText: Bool
  /// Whether people see the name of a file with its folder; not needed if the program chose the file.
  var showsFolders = true
  /// The steps after a scam of a category; nil for many screenshots at once. Left out of JSON.
  var help: (@Sendable (RiskCategory) -> HelpSteps)?

  /// Shows a report; `named` is used if the report has no path.
  func show(_ report: ScanReport, named name: String? = nil) throws {
    if json {
      try console.print(report.localized.jsonLine())
    } else {
      let file = showsFolders ? report.path : report.fileName
      try showForPeople(report.localized, file ?? name ?? localized("standard input"))
    }
    // In both forms failures go to standard error; mere information is part of the line.
    if let error = report.error {
      let (scanID, duration) = (UUID(uuidString: report.id), report.timings.total.map { Duration.milliseconds($0) })
      if report.failure != nil || error.code == .lowConfidence {
        console.report(error, scanID: scanID, duration: duration)
      } else {
        console.keep(error, scanID: scanID, duration: duration)
      }
    }
  }

  private func showForPeople(_ report: ScanReport, _ name: String) throws {
    let style = console.output
    let notes = ReasonList.notes(of: report).map(\.description)
    let effects = ReasonList.effects(of: report)
    // Whose links, senders and numbers these are. Many screenshots at once have no room for it.
    let facts = help == nil ? [] : CheckedFactsList.sentences(report).map { "• \($0)" }
    if let banner = RiskBanner(report) {
      let plain = verdict(report, TerminalStyle(usesColor: false))
      // If a line has no room for it, the verdict goes below the name, and how likely it is below that.
      let columns = console.terminalColumns ?? .max
      let beforeKind = TextLayout.width(of: "\(name): \(plain)") > columns ? "\n  " : " "
      let beforeChance = TextLayout.width(of: "  \(plain)") > columns ? "\n  " : " "
      try console.print("\(name):\(beforeKind)\(verdict(report, style, beforeChance: beforeChance))")
      for line in banner.lines(columns: console.columns, style: style) { try console.print(line) }
      if help != nil, let doubt = RiskWords.doubt(about: report) { try show(localized(doubt), after: " ") }
      try showList(localized("Why:"), ReasonList.lines(of: report, withExcerpts: showsText || help != nil))
      try showList(localized("What was checked:"), facts)
      try showBelow(notes)
      if !effects.isEmpty { try console.print(localized("Codes:")) }
      for effect in effects { try show(effect, after: "  •") }
      // The banner has the advice for its kind.
      let steps = help == nil ? [] : WhatToDo.steps(report).dropLast()
      try showList(localized("What to do:"), steps.map { "• \($0)" })
      if let help { try HelpRenderer(console: console).showBrief(help(report.category)) }
    } else if report.answer == .unsure {
      let sign = style.paint(RiskWords.sign(.unsure), .amber)
      try show(localized("Scanned %1$@: not sure%2$@", name, time(report)), after: sign)
      try showBelow([ReasonList.introduction(to: report)].compactMap(\.self))
      try showList(nil, ReasonList.lines(of: report, withExcerpts: showsText || help != nil))
      try showList(localized("What speaks against a scam:"), ReasonList.doubts(about: report).map { "• \($0)" })
      try showList(localized("What was checked:"), facts)
      try showBelow(notes + effects)
      try showList(localized("How to find out:"), FindingOut.steps(report).map { "• \($0)" })
    } else if report.answer == .clear {
      let sign = style.paint(RiskWords.sign(.clear), .dim)
      // Output that is not for a person's eyes stays one line.
      let isLong = help != nil && console.terminalColumns != nil
      try show(
        isLong
          ? localized("Scanned %1$@: nothing found%2$@", name, time(report))
          : localized("Scanned %1$@: nothing found%2$@, but I cannot see everything", name, time(report)),
        after: sign)
      try showBelow(notes + effects + (isLong ? ["\(report.advice)"] : []))
      if isLong { try showList(localized("What was checked:"), facts) }
    } else if report.error == nil || report.error?.code == .noTextFound {
      let sign = style.paint("?", .dim)
      // That no text was found names the file itself.
      let subject = report.error == nil ? "\(name): " : ""
      try show("\(subject)\(report.explanation.description.dropLast())\(time(report))", after: sign)
      try showBelow(effects)
    }
    try showBelow([ReadingStep.sentence(report.ocr)].compactMap(\.self))
    if showsText, let text = report.text, !text.isEmpty {
      try console.print(style.paint(localized("Text:"), .bold))
      try console.print(TextOutput.marked(report, style: style))
    }
  }

  private func verdict(_ report: ScanReport, _ style: TerminalStyle, beforeChance: String = " ") -> String {
    let level = style.paint(RiskWords.answer(report.answer), RiskWords.ink(report.answer), .bold)
    let likelihood = RiskWords.likelihood(report)
    let chance = [likelihood, report.confidence.map { RiskWords.meter($0, style) }].compactMap(\.self)
    return "\(level), \(RiskWords.category(report.category))\(likelihood == nil ? "" : ",")"
      + (chance.isEmpty ? "" : beforeChance + chance.joined(separator: " ")) + time(report)
  }

  /// Prints a sentence after a sign one column wide; on a terminal it is wrapped at spaces.
  private func show(_ sentence: String, after sign: String) throws {
    try console.print(sentence, after: "\(sign) ", indent: 2)
  }

  private func time(_ report: ScanReport) -> String {
    report.timings.total.map { " (\(RelativeTime.duration(milliseconds: $0)))" } ?? ""
  }

  private func showList(_ heading: String?, _ lines: [String]) throws {
    if let heading, !lines.isEmpty { try console.print(heading) }
    for line in lines { try console.print(line, after: "  ", indent: 4) }
  }

  private func showBelow(_ sentences: [String]) throws {
    for sentence in sentences { try show(sentence, after: " ") }
  }
}

enum TextOutput {
  /// The text with its line breaks, safe for terminals, followed by a legend if there are any marks.
  static func marked(_ report: ScanReport, style: TerminalStyle) -> String {
    guard let text = report.text else { return "" }
    let scalars = Array(text.unicodeScalars)
    var result = ""
    var position = 0
    for range in report.ocr?.uncertain ?? [] {
      guard range.count == 2, range[0] >= position, range[1] > 0, range[0] + range[1] <= scalars.count else { continue }
      let end = range[0] + range[1]
      result += safe(scalars[position..<range[0]])
      result += safe(scalars[range[0]..<end]) + style.paint("[?]", .dim)
      position = end
    }
    result += safe(scalars[position...])
    guard position > 0 else { return result }
    return result + "\n" + style.paint(localized("[?] marks words that were hard to read."), .dim)
  }

  private static func safe(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    TerminalEscaping.escaped(String(String.UnicodeScalarView(scalars)).withLocalLabels, keepingLineBreaks: true)
  }
}

/// The boxed banner for medium and high, as the desktop's alert: fixed sentences only, never text of the screenshot,
/// because someone may look over the user's shoulder.
struct RiskBanner {
  private let title: String
  private let ink: TerminalStyle.Ink
  private let body: String

  /// Nil for levels without an alert.
  init?(_ report: ScanReport) {
    guard let title = NotificationText.title(report.riskLevel) else { return nil }
    self.title = title
    ink = report.riskLevel == .high ? .red : .amber
    body = NotificationText.body(report.category)
  }

  /// The lines of the box, `columns` wide at most.
  func lines(columns: Int, style: TerminalStyle) -> [String] {
    let inner = min(columns, 78) - 4
    func edge(_ left: String, _ right: String) -> String {
      style.paint(left + String(repeating: "─", count: inner + 2) + right, ink)
    }
    func row(_ text: String, isTitle: Bool = false) -> String {
      let padded = TextLayout.pad(text, to: inner)
      let side = style.paint("│", ink)
      return "\(side) \(isTitle ? style.paint(padded, ink, .bold) : padded) \(side)"
    }
    return [edge("╭", "╮"), row(TextLayout.shorten(title, to: inner), isTitle: true), edge("├", "┤")]
      + TextLayout.wrap(body, width: inner).map { row($0) } + [edge("╰", "╯")]
  }
}
