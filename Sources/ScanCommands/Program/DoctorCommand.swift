internal import ArgumentParser
internal import ScanModel

/// `ocr-scan doctor`: checks every precondition for real, each with its remedy.
struct DoctorCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor", abstract: "Check everything that scanning needs, and say how to repair what is missing.",
    discussion: """
      Reads a test picture, looks into the folders, sets a watch, opens the history and asks the desktop. Nothing is
      changed and nothing leaves this computer.

      EXAMPLE:
        ocr-scan doctor
      """)

  @OptionGroup var output: ConsoleOptions

  func run() async throws {
    let console = output.console
    try await CommandEnd.run(console) {
      var status = ExitStatus.success
      for finding in await Checkup(environment: console.environment).findings() {
        try show(finding, console)
        if case .failed(let failure) = finding.result, status == .success { status = failure.code.exitStatus }
      }
      return status
    }
  }

  private func show(_ finding: Finding, _ console: Console) throws {
    let style = console.output
    let topic = TextLayout.pad(finding.topic, to: 10)
    switch finding.result {
    case .fine(let words):
      try console.print("\(style.paint("✓", .green)) \(topic) \(words)")
    case .notice(let words, let remedy):
      try console.print("\(style.paint("•", .amber)) \(topic) \(words)")
      try console.print("    → \(remedy)")
    case .failed(let failure):
      let description = FailureCatalog.describe(failure)
      try console.print("\(style.paint("✗", .red)) \(topic) \(description.message)")
      try console.print("    → \(description.recoverySuggestion)")
    }
  }
}

/// What one check found out.
struct Finding {
  enum Result {
    case fine(String)
    /// Works, but the user may want to know.
    case notice(String, remedy: String)
    case failed(ScanFailure)
  }

  var topic: String
  var result: Result
}
