internal import Application
internal import ArgumentParser
internal import EventLog
internal import Foundation
internal import LinuxSystem
internal import Localization
internal import ScanModel
internal import Settings

struct ErrorsCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "errors", abstract: "Show the last 100 failures, newest first, each with what to do.",
    discussion: """
      Kept are the kind of a failure, its time and how long the scan had taken; no file names and no text.

      EXAMPLE:
        ocr-scan errors --json
      """)

  @Flag(help: "Print one failure per line as JSON.")
  var json = false

  @OptionGroup var output: ConsoleOptions

  func run(_ console: Console) async throws -> ExitStatus {
    let failures = try load(console)
    if json {
      for failure in failures { try console.print(failure.json) }
    } else {
      let now = Date()
      for failure in failures { try show(failure, now: now, console) }
      if failures.isEmpty { console.note(localized("No failures are recorded.")) }
    }
    return .success
  }

  /// Does not read the settings, so that this works even if they are broken.
  private func load(_ console: Console) throws -> [FailureRecord] {
    let directory = try XDGDirectories(environment: console.environment)
    do {
      return try LastFailures(directory: directory.state).load()
    } catch {
      let reason: Message =
        switch error {
        case .directory(let refusal): "its folder \(refusal.reason)"
        case .system(let error): "\(error.reason)"
        case .damaged: "the file is damaged; the next failure begins a new one"
        }
      throw ScanFailure(.fetchFailed, subject: "The list of failures", detail: reason)
    }
  }

  private func show(_ failure: FailureRecord, now: Date, _ console: Console) throws {
    let style = console.output
    let words = FailureCatalog.describe(ScanFailure(failure.code)).localized
    let time = TextLayout.pad(RelativeTime.words(for: failure.time, now: now), to: 11)
    let width = TextLayout.widest(FailureSeverity.allCases.map { localized($0.rawValue) })
    let severity = TextLayout.pad(localized(failure.severity.rawValue), to: width)
    let milliseconds = failure.durationMilliseconds.map { Double($0) } ?? 0
    let duration =
      milliseconds < 100 ? "" : " " + localized("after %1$@", RelativeTime.duration(milliseconds: milliseconds))
    let what = "\(words.title) (\(failure.code.rawValue))\(duration)"
    let isNarrow = console.terminalColumns.map { TextLayout.width(of: "\(time)  \(severity)  \(what)") > $0 } ?? false
    try console.print("\(time)  \(style.paint(severity, ink(failure.severity)))\(isNarrow ? "\n  " : "  ")\(what)")
    try console.printRemedy("\(words.recoverySuggestion)")
  }

  private func ink(_ severity: FailureSeverity) -> TerminalStyle.Ink {
    switch severity {
    case .low: .dim
    case .medium: .amber
    case .high, .critical: .red
    }
  }
}
