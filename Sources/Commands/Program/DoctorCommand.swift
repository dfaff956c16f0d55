internal import Application
internal import ArgumentParser
internal import Localization
internal import ScanModel

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
    if report {
      let report = await SupportReport(environment: console.environment)
      try json ? console.print(json: report.json) : console.print(report.markdown)
      return .success
    }
    let findings = await Diagnostics(environment: console.environment).findings()
    for line in TextLayout.wrap(localized(Self.purpose), width: console.columns) { try console.print(line) }
    try console.print("")
    let width = max(10, TextLayout.widest(findings.map { localized($0.topic) }))
    for finding in findings { try show(finding, topicWidth: width, console) }
    try console.print("")
    for step in Self.nextSteps(findings) { try console.printRemedy(step, after: "") }
    return findings.lazy.compactMap { $0.failure?.code.exitStatus }.first ?? .success
  }

  private static func nextSteps(_ findings: [Finding]) -> [String] {
    guard findings.allSatisfy({ $0.failure == nil }) else {
      return [localized("Put right what is marked ✗, then look again with: ocr-scan doctor")]
    }
    let isWatching = findings.contains { $0.isFine && $0.topic == Finding.watcherTopic }
    let next =
      isWatching
      ? localized("Screenshots are scanned as they are saved. See the results with: ocr-scan history list")
      : localized("Scanning works. Choose a screenshot to scan with: ocr-scan pick")
    return [next, localized("All commands, with examples: ocr-scan --help, or man ocr-scan")]
  }

  private func show(_ finding: Finding, topicWidth: Int, _ console: Console) throws {
    func show(_ sign: String, _ ink: TerminalStyle.Ink, _ words: String, remedy: String? = nil) throws {
      let head = "\(console.output.paint(sign, ink)) \(TextLayout.pad(localized(finding.topic), to: topicWidth)) "
      try console.print(words, after: head, indent: topicWidth + 3)
      if let remedy { try console.printRemedy(remedy, after: "    → ") }
    }
    switch finding.result {
    case .fine(let words): try show("✓", .green, localized(words))
    case .notice(let words, let remedy): try show("•", .amber, localized(words), remedy: localized(remedy))
    case .failed(let failure):
      let description = FailureCatalog.describe(failure).localized
      try show("✗", .red, "\(description.message)", remedy: "\(description.recoverySuggestion)")
    }
  }
}
