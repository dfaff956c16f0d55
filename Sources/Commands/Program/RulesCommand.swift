internal import Application
internal import ArgumentParser
internal import Pipeline
internal import RiskAnalysis
internal import ScanModel

/// `ocr-scan rules`: why a screenshot is called risky.
struct RulesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rules", abstract: "Show the rules in force, with their measured hit rates.",
    discussion: """
      EXAMPLES:
        ocr-scan rules list
        ocr-scan rules show delivery.fee
        ocr-scan rules list --learnt
      """,
    subcommands: [RulesListCommand.self, RulesShowCommand.self, RulesForgetCommand.self],
    defaultSubcommand: RulesListCommand.self)

  /// Loads the rules that a scan would use.
  static func load(_ console: Console) throws -> RulePack {
    let program = try Program(environment: console.environment)
    return try program.setup(program.settings).rules()
  }

  /// "12.3 %", or a dash where it was not measured.
  static func share(_ value: Double?) -> String {
    guard let value else { return "–" }
    let tenths = Int((value * 1000).rounded())
    return "\(tenths / 10).\(tenths % 10) %"
  }
}

/// `ocr-scan rules list`
struct RulesListCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List every rule: weight, hit rates on scam and innocent text, meaning.",
    discussion: """
      A positive weight speaks for a scam, a negative one against.

      EXAMPLES:
        ocr-scan rules list
        ocr-scan rules list --learnt
      """)

  @Flag(help: "Show instead what was learnt from what you said about entries of the history.")
  var learnt = false

  @OptionGroup var output: ConsoleOptions

  func run() async throws {
    let console = output.console
    try await CommandEnd.run(console) {
      if learnt { return try await showFeedback(console) }
      let pack = try RulesCommand.load(console)
      try console.print("\(pack.rules.count) rules of \(pack.date), version \(pack.version)")
      if let warning = RuleFreshness.warning(pack) {
        console.note("These rules are \(warning). \(RuleFreshness.remedy)")
      }
      let width = pack.rules.map(\.id.count).max() ?? 0
      for rule in pack.rules {
        let weight = "\(rule.weight > 0 ? "+" : "")\(rule.weight.rounded(toPlaces: 2))"
        let rates = "\(RulesCommand.share(rule.measured?.scam)) / \(RulesCommand.share(rule.measured?.benign))"
        try console.print(
          "\(TextLayout.pad(rule.id, to: width))  \(TextLayout.pad(weight, to: 6))  "
            + "\(TextLayout.pad(rates, to: 17))  It \(rule.message).")
      }
      return .success
    }
  }
}

extension RulesListCommand {
  private func showFeedback(_ console: Console) async throws -> ExitStatus {
    let feedback = try await FeedbackLines.all(Program(environment: console.environment))
    for item in feedback { try console.print(FeedbackLines.line(item, console.output)) }
    console.note(
      feedback.isEmpty
        ? "Nothing was learnt yet. Say what an entry is with: ocr-scan history verify ID --scam|--not-scam"
        : "Forget one with: ocr-scan rules forget NUMBER")
    return .success
  }
}

/// `ocr-scan rules show ID`
struct RulesShowCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show one rule.",
    discussion: """
      EXAMPLE:
        ocr-scan rules show delivery.fee
      """)

  @Argument(help: "Identifier of the rule, as in reports and in \"rules list\".")
  var id: String

  @OptionGroup var output: ConsoleOptions

  func run() async throws {
    let console = output.console
    try await CommandEnd.run(console) {
      let pack = try RulesCommand.load(console)
      guard let rule = pack.rules.first(where: { $0.id == id }) else {
        throw ValidationError(
          "There is no rule \"\(TerminalEscaping.escaped(id))\". List them with: ocr-scan rules list")
      }
      let languages = rule.languages.isEmpty ? "any" : rule.languages.joined(separator: ", ")
      for (name, value) in [
        ("Rule", rule.id), ("Meaning", "It \(rule.message)."), ("Category", RiskWords.category(rule.category)),
        ("Weight", "\(rule.weight.rounded(toPlaces: 3)) (log-odds)"), ("Looks at", "one \(rule.scope.rawValue)"),
        ("Languages", languages), ("Fires on", "\(RulesCommand.share(rule.measured?.scam)) of scam texts"),
        ("", "\(RulesCommand.share(rule.measured?.benign)) of innocent texts"),
      ] {
        try console.print("\(TextLayout.pad(name, to: 10)) \(value)")
      }
      return .success
    }
  }
}
