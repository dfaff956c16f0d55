internal import Application
internal import ArgumentParser
internal import History
internal import Localization
internal import RiskAnalysis
internal import ScanModel

/// `ocr-scan rules forget ID...`: forgets what was learnt from the user.
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
    let known = try await FeedbackLines.all(program)
    // Look up all of them before forgetting any, so that a typing error forgets nothing.
    if let missing = ids.first(where: { id in !known.contains { $0.id == id } }) {
      throw ValidationError(
        localized("Nothing was learnt under %1$@. See: ocr-scan rules list --learnt", missing))
    }
    let chosen = all ? known : known.filter { ids.contains($0.id) }
    guard !chosen.isEmpty else {
      try console.print(localized("Nothing was learnt."))
      return .success
    }
    let history = try program.history()
    for item in chosen { _ = try await history.forgetFeedback(item.id) }
    for item in chosen {
      try console.print(localized("Forgot %1$@.", localized(TerminalEscaping.escaped(item.indicator.label))))
    }
    // Deletes nothing more, but tries again to erase what was deleted, and says whether it is gone.
    if let note = DeletionWords.note(try await history.delete([])) { console.note(note) }
    return .success
  }
}

/// What was learnt, as `rules list --learnt` shows it.
enum FeedbackLines {
  /// Newest first.
  static func all(_ program: Program) async throws -> [FeedbackItem] {
    try await program.existingHistory()?.allFeedback() ?? []
  }

  /// "3  2026-11-21  harmless  links to example.com  (entry 0fa3b2c1)"
  static func line(_ item: FeedbackItem, _ style: TerminalStyle) -> String {
    let width = UserVerdict.allCases.map { TextLayout.width(of: localized(FeedbackWording.effect($0))) }.max() ?? 0
    let effect = TextLayout.pad(localized(FeedbackWording.effect(item.verdict)), to: width)
    let ink: TerminalStyle.Ink = item.verdict == .scam ? .red : .green
    return
      "\(TextLayout.pad(String(item.id), to: 4))  \(LocalNumber.day(FeedbackWording.day(item)))  \(style.paint(effect, ink))  "
      + "\(localized(TerminalEscaping.escaped(item.indicator.label)))  (\(localized("entry %1$@", item.entry.prefix(8))))"
  }
}
