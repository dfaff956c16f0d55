internal import Application
internal import ArgumentParser
internal import History
internal import Localization
internal import Pipeline
internal import RiskAnalysis
internal import ScanModel

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

  static func load(_ console: Console) throws -> RulePack {
    let program = try Program(environment: console.environment)
    return try program.setup(program.settings).rules()
  }

  /// "12.3 %", or a dash if it was not measured.
  static func share(_ value: Double?) -> String {
    value.map { LocalNumber.tenths(Int(($0 * 1000).rounded())) + " %" } ?? "–"
  }
}

struct RulesListCommand: ConsoleCommand {
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

  func run(_ console: Console) async throws -> ExitStatus {
    if learnt {
      let feedback = try await Program(environment: console.environment).existingHistory()?.allFeedback() ?? []
      for item in feedback { try console.print(item.line(console.output)) }
      console.note(
        feedback.isEmpty
          ? localized("Nothing was learnt yet. Say what an entry is with: ocr-scan history verify ID --scam|--not-scam")
          : localized("Forget one with: ocr-scan rules forget NUMBER"))
      return .success
    }
    let pack = try RulesCommand.load(console)
    try console.print(
      localized("%1$@ rules of %2$@, version %3$@", pack.rules.count, LocalNumber.day(pack.date), pack.version))
    if let warning = RuleFreshness.warning(pack) {
      console.note(localized("These rules are %1$@.", localized(warning)) + " " + localized(RuleFreshness.remedy))
    }
    let width = pack.rules.map(\.id.count).max() ?? 0
    for rule in pack.rules {
      let weight = (rule.weight > 0 ? "+" : "") + LocalNumber.decimal(rule.weight, places: 2)
      let rates = "\(RulesCommand.share(rule.measured?.scam)) / \(RulesCommand.share(rule.measured?.benign))"
      try console.print(
        "\(TextLayout.pad(rule.id, to: width))  \(TextLayout.pad(weight, to: 6))  "
          + "\(TextLayout.pad(rates, to: 17))  \(localized(rule.sentence))")
    }
    return .success
  }
}

struct RulesShowCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show one rule.",
    discussion: """
      EXAMPLE:
        ocr-scan rules show delivery.fee
      """)

  @Argument(help: "Identifier of the rule, as in reports and in \"rules list\".")
  var id: String

  @OptionGroup var output: ConsoleOptions

  func run(_ console: Console) async throws -> ExitStatus {
    let pack = try RulesCommand.load(console)
    guard let rule = pack.rules.first(where: { $0.id == id }) else {
      throw ValidationError(
        localized("There is no rule \"%1$@\". List them with: ocr-scan rules list", TerminalEscaping.escaped(id)))
    }
    let languages = rule.languages.isEmpty ? localized("any") : rule.languages.joined(separator: ", ")
    let rows = [
      (localized("Rule"), rule.id), (localized("Meaning"), localized(rule.sentence)),
      (localized("Category"), RiskWords.category(rule.category)),
      (localized("Weight"), localized("%1$@ (log-odds)", LocalNumber.decimal(rule.weight, places: 3))),
      (localized("Looks at"), localized("one %1$@", localized(rule.scope.rawValue))),
      (localized("Languages"), languages),
      (localized("Fires on"), localized("%1$@ of scam texts", RulesCommand.share(rule.measured?.scam))),
      ("", localized("%1$@ of innocent texts", RulesCommand.share(rule.measured?.benign))),
    ]
    let width = TextLayout.widest(rows.map(\.0))
    for (name, value) in rows { try console.print("\(TextLayout.pad(name, to: width)) \(value)") }
    return .success
  }
}

struct RulesForgetCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "forget", abstract: "Forget what was learnt from what you said.",
    discussion: """
      EXAMPLES:
        ocr-scan rules forget 3
        ocr-scan rules forget --all
      """)

  @Argument(help: "Numbers as in \"rules list --learnt\".")
  var ids: [Int64] = []

  @Flag(help: "Forget everything that was learnt.")
  var all = false

  @OptionGroup var output: ConsoleOptions

  mutating func validate() throws {
    if all == !ids.isEmpty { throw ValidationError("Give numbers as in \"ocr-scan rules list --learnt\", or --all.") }
  }

  func run(_ console: Console) async throws -> ExitStatus {
    let program = try Program(environment: console.environment)
    let known = try await program.existingHistory()?.allFeedback() ?? []
    // Look up all of them before forgetting any, so that a typing error forgets nothing.
    if let missing = ids.first(where: { id in !known.contains { $0.id == id } }) {
      throw ValidationError(localized("Nothing was learnt under %1$@. See: ocr-scan rules list --learnt", missing))
    }
    let chosen = all ? known : known.filter { ids.contains($0.id) }
    guard !chosen.isEmpty else {
      try console.print(localized("Nothing was learnt."))
      return .success
    }
    let history = try program.history()
    for item in chosen { _ = try await history.forgetFeedback(item.id) }
    for item in chosen { try console.print(localized("Forgot %1$@.", item.label)) }
    // Deletes nothing more, but tries again to erase what was deleted, and says whether it is gone.
    if let note = DeletionWords.note(try await history.delete([])) { console.note(note) }
    return .success
  }
}

extension FeedbackItem {
  /// What was learnt, safe to show: "links to example.com".
  var label: String { localized(TerminalEscaping.escaped(indicator.label)) }

  /// "3  2026-11-21  harmless  links to example.com  (entry 0fa3b2c1)"
  fileprivate func line(_ style: TerminalStyle) -> String {
    let width = TextLayout.widest(UserVerdict.allCases.map { localized(FeedbackWording.effect($0)) })
    let effect = TextLayout.pad(localized(FeedbackWording.effect(verdict)), to: width)
    let painted = style.paint(effect, verdict == .scam ? .red : .green)
    return "\(TextLayout.pad(String(id), to: 4))  \(LocalNumber.day(FeedbackWording.day(self)))  \(painted)  "
      + "\(label)  (\(localized("entry %1$@", entry.prefix(8))))"
  }
}
