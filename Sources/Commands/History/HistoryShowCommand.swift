internal import Application
internal import ArgumentParser
internal import Foundation
internal import History
internal import Localization
internal import ScanModel

struct HistoryShowCommand: PausingCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show one entry with its reasons and its stored text.",
    discussion: """
      EXAMPLE:
        ocr-scan history show 12
      """)

  @Argument(help: "The number of the entry, or the beginning of its identifier.")
  var id: String

  @Flag(help: "Print the stored report as JSON.")
  var json = false

  @OptionGroup var window: WindowOptions
  @OptionGroup var output: ConsoleOptions

  func run(_ console: Console) async throws -> ExitStatus {
    let entry = try await console.entry(id)
    if json { try console.print(entry.jsonLine()) } else { try show(entry, console) }
    return .success
  }

  private func show(_ entry: HistoryEntry, _ console: Console) throws {
    let report = try entry.report().localized
    let style = console.output
    let answer = "\(RiskWords.sign(report.answer)) \(RiskWords.answer(report.answer))"
    let title = [
      localized("Entry %1$@", entry.number), style.paint(answer, RiskWords.ink(report.answer), .bold),
      RiskWords.kind(report.category, report.answer),
    ]
    try console.print(title.compactMap(\.self).joined(separator: "  "))
    let age = RelativeTime.words(for: report.scannedAt, now: Date())
    let confidence = (report.riskLevel.isAlarming ? report.confidence : nil).map { confidence in
      let chance = RiskWords.chance(report).map { " (\($0))" } ?? ""
      return localized("%1$@ in this verdict", RiskWords.meter(confidence, style) + chance)
    }
    let reading = report.ocr.map { ocr in
      "\(RiskWords.sureness(ofReading: ocr.confidence, style)), "
        + localized(count: ocr.words, one: "%1$@ word", other: "%1$@ words")
        + (entry.isCorrected ? localized(", corrected by you") : ReadingStep.clause(ocr))
    }
    let rows = [
      (localized("File"), report.path),
      (localized("Scanned"), "\(RelativeTime.moment(report.scannedAt)) (\(age))"),
      (localized("Source"), RiskWords.source(report.source)), (localized("Confidence"), confidence),
      (localized("Reading"), reading), (localized("Checked"), checked(entry, report, style)),
      (localized("Identifier"), entry.uuid),
    ]
    let width = max(12, TextLayout.widest(rows.map(\.0)))
    for case (let name, let value?) in rows { try console.print("  \(TextLayout.pad(name, to: width)) \(value)") }
    func section(_ heading: String?, _ texts: [String]) throws {
      guard !texts.isEmpty else { return }
      try console.print(heading.map { "\n  \(style.paint($0, .bold))" } ?? "")
      for text in texts {
        let mark = text.hasPrefix("• ") ? "    • " : "    "
        let lines = TextLayout.wrap(
          String(text.trimmingPrefix("• ")), width: console.columns - TextLayout.width(of: mark))
        for line in TextLayout.hanging(lines, after: mark) { try console.print(line) }
      }
    }
    func list(_ lines: [String]) -> [String] { lines.count > 1 ? lines.map { "• \($0)" } : lines }
    // That nothing was seen is no reason, and that not everything can be seen is nothing to do.
    let isClear = report.answer == .clear
    let introduction = ReasonList.introduction(to: report).map { [$0] } ?? []
    try section(isClear ? nil : localized("Why"), introduction + ReasonList.lines(of: report, withExcerpts: true))
    try section(localized("What speaks against a scam"), list(ReasonList.doubts(about: report)))
    try section(localized("What was checked"), list(CheckedFactsList.sentences(report)))
    for effect in ReasonList.effects(of: report) { try section(localized("Code"), [effect]) }
    if report.answer == .unsure {
      try section(localized("How to find out"), list(FindingOut.steps(report)))
    } else {
      try section(isClear ? nil : localized("What to do"), list(WhatToDo.steps(report)))
    }
    if report.riskLevel.isAlarming, let program = try? Program(environment: console.environment) {
      try console.print("")
      try HelpRenderer(console: console).showBrief(program.helpSteps(report.category), indent: "  ")
    }
    if let text = report.text, !text.isEmpty { try console.print("\n" + TextOutput.marked(report, style: style)) }
  }

  private func checked(_ entry: HistoryEntry, _ report: ScanReport, _ style: TerminalStyle) -> String? {
    if let verified = entry.verified {
      return style.paint(RiskWords.verified(verified), verified == .scam ? .red : .green)
    }
    guard report.requiresReview else { return nil }
    return localized("☐ not yet; say so with: ocr-scan history verify %1$@ --scam, or --not-scam", entry.number)
  }
}
