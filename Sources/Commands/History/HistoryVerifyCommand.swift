internal import Application
internal import ArgumentParser
internal import History
internal import Localization
internal import ScanModel

struct HistoryVerifyCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify", abstract: "Say whether an entry is a scam.",
    discussion: """
      The same picture is judged so from then on, and other messages with the same link, number, account or sender count \
      as what you said. "ocr-scan rules list --learnt" shows what was learnt; --undo takes all of it back.

      EXAMPLES:
        ocr-scan history verify 12 --not-scam
        ocr-scan history verify 12 --undo
      """)

  enum Word: String, EnumerableFlag {
    case scam, notScam, undo

    static func help(for value: Word) -> ArgumentHelp? {
      switch value {
      case .scam: "It is a scam."
      case .notScam: "It is harmless."
      case .undo: "Take back what was said, and forget what was learnt from it."
      }
    }
  }

  @Argument(help: "The number of the entry, or the beginning of its identifier.")
  var id: String

  @Flag(exclusivity: .exclusive)
  var word: Word

  @OptionGroup var output: ConsoleOptions

  func run(_ console: Console) async throws -> ExitStatus {
    let number = try await console.entry(id).number
    let history = try Program(environment: console.environment).history()
    let verdict: UserVerdict? = [Word.scam: .scam, .notScam: .notScam][word]
    let feedback = try await history.verify(number, as: verdict)
    guard let verdict else {
      try console.print(localized("Entry %1$@ is no longer marked, and what was learnt from it is forgotten.", number))
      return .success
    }
    let effect = verdict == .scam ? localized("a scam") : localized("harmless")
    try console.print(localized("Marked entry %1$@ as %2$@.", number, effect))
    if !feedback.isEmpty {
      try console.print(localized("From now on these also count as %1$@:", effect))
      for item in feedback { try console.print("  • \(item.label)") }
    }
    console.note(localized("Take it back with: ocr-scan history verify %1$@ --undo", number))
    return .success
  }
}
