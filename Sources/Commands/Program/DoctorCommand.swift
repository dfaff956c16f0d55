internal import Application
internal import ArgumentParser
internal import Foundation
internal import Localization
internal import ScanModel

/// `ocr-scan doctor`: really tries everything that scanning needs, and names a remedy for each failure.
struct DoctorCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor", abstract: "Check everything that scanning needs, and say how to repair what is missing.",
    discussion: """
      Reads a test picture, looks into the folders, sets a watch, opens the history and asks the desktop. Nothing is \
      changed, except that the event log notes it, and nothing leaves this computer.

      EXAMPLES:
        ocr-scan doctor
        ocr-scan doctor --report > report.md
      """)

  @Flag(
    help: """
      Write what a bug report needs, as Markdown: versions, what the checks found, settings that were changed, numbers of \
      the history, kinds of failures. Without paths, names and text.
      """)
  var report = false

  @Flag(help: "Write the report as one JSON object.")
  var json = false

  @OptionGroup var output: ConsoleOptions

  /// What the access is for; shown before the folders are looked at.
  private static let purpose =
    "ocr-scan reads the screenshots in the folders below to warn of scams. It does so on this computer only; results are "
    + "kept in the history below, and nothing is sent anywhere."

  mutating func validate() throws {
    if json, !report { throw ValidationError("--json belongs to --report.") }
  }

  func run(_ console: Console) async throws -> ExitStatus {
    if report { return try await write(console) }
    let findings = await Diagnostics(environment: console.environment).findings()
    for line in TextLayout.wrap(localized(Self.purpose), width: console.columns) { try console.print(line) }
    try console.print("")
    let width = max(10, TextLayout.widest(findings.map { localized($0.topic) }))
    for finding in findings { try show(finding, topicWidth: width, console) }
    try console.print("")
    for step in Self.nextSteps(findings) {
      for line in console.remedyLines(step, columns: console.terminalColumns, after: "") { try console.print(line) }
    }
    return findings.lazy.compactMap { $0.failure?.code.exitStatus }.first ?? .success
  }

  /// Always writes the report, whatever the checks find.
  private func write(_ console: Console) async throws -> ExitStatus {
    let report = await SupportReportCollector(environment: console.environment).collect()
    if json {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      encoder.keyEncodingStrategy = .convertToSnakeCase
      try console.print(String(decoding: try encoder.encode(report), as: UTF8.self))
    } else {
      try console.print(report.markdown)
    }
    return .success
  }

  /// What to do now, depending on what was found.
  private static func nextSteps(_ findings: [Finding]) -> [String] {
    guard findings.allSatisfy({ $0.failure == nil }) else {
      return [localized("Put right what is marked ✗, then look again with: ocr-scan doctor")]
    }
    let isWatching = findings.contains { finding in
      if case .fine = finding.result { finding.topic == Finding.watcherTopic } else { false }
    }
    let next =
      isWatching
      ? localized("Screenshots are scanned as they are saved. See the results with: ocr-scan history list")
      : localized("Scanning works. Choose a screenshot to scan with: ocr-scan pick")
    return [next, localized("All commands, with examples: ocr-scan --help, or man ocr-scan")]
  }

  private func show(_ finding: Finding, topicWidth: Int, _ console: Console) throws {
    let style = console.output
    switch finding.result {
    case .fine(let words):
      try show(localized(finding.topic), topicWidth, localized(words), sign: style.paint("✓", .green), console)
    case .notice(let words, let remedy):
      try show(localized(finding.topic), topicWidth, localized(words), sign: style.paint("•", .amber), console)
      try showRemedy(localized(remedy), console)
    case .failed(let failure):
      let description = FailureCatalog.describe(failure).localized
      try show(localized(finding.topic), topicWidth, "\(description.message)", sign: style.paint("✗", .red), console)
      try showRemedy("\(description.recoverySuggestion)", console)
    }
  }

  private func showRemedy(_ remedy: String, _ console: Console) throws {
    for line in console.remedyLines(remedy, columns: console.terminalColumns, after: "    → ") {
      try console.print(line)
    }
  }

  /// Words that do not fit on the line continue below, indented.
  private func show(_ topic: String, _ width: Int, _ words: String, sign: String, _ console: Console) throws {
    let head = "\(sign) \(TextLayout.pad(topic, to: width)) "
    let indent = String(repeating: " ", count: width + 3)
    let lines = console.terminalColumns.map { TextLayout.wrap(words, width: max(20, $0 - indent.count)) } ?? [words]
    for (index, line) in lines.enumerated() { try console.print((index == 0 ? head : indent) + line) }
  }
}
