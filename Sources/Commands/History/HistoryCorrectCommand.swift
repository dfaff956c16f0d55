internal import Application
internal import ArgumentParser
internal import History
internal import Localization
internal import Pipeline
internal import ScanModel
internal import Settings

struct HistoryCorrectCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "correct", abstract: "Correct the text of an entry and have it judged again.",
    discussion: """
      The corrected text is kept as the setting store_text says; the new verdict also holds when the same picture is \
      scanned again.

      EXAMPLES:
        ocr-scan history correct 12 --text "Your parcel arrives today."
        ocr-scan history correct 12 --file corrected.txt
      """)

  @Argument(help: "The number of the entry, or the beginning of its identifier.")
  var id: String

  @Option(help: "The whole text as it should have been read.")
  var text: String?

  @Option(help: "A file with the text, or \"-\" for standard input.", completion: .file())
  var file: String?

  @OptionGroup var output: ConsoleOptions

  mutating func validate() throws {
    if (text == nil) == (file == nil) { throw ValidationError("Give either --text or --file.") }
    if let text, !Self.hasWords(text) { throw ValidationError("--text takes a text with words.") }
  }

  private static func hasWords(_ text: String) -> Bool { text.contains { $0.isLetter } }

  func run(_ console: Console) async throws -> ExitStatus {
    let program = try Program(environment: console.environment)
    let entry = try await console.entry(id)
    let analysis = RiskAnalysisStage(try program.setup(program.settings).analyzer())
    let text = try text ?? read(file ?? "-")
    let known = try entry.report()
    let report = analysis.run(known, correctedText: text, feedback: await program.feedback(about: known.sha256))
    try await program.history().correct(entry.number, with: report.stored(as: program.settings.storedText))
    let level = console.output.paint(RiskWords.answer(report.answer), RiskWords.ink(report.answer))
    try console.print(
      localized("Corrected entry %1$@: %2$@. %3$@", entry.number, level, RiskWords.explanation(report)))
    return .success
  }

  private func read(_ file: String) throws -> String {
    let reader = try SeparatedReader(file)
    let text = try reader.readText()
    guard Self.hasWords(text) else {
      throw ScanFailure(.invalidInput, subject: reader.name, detail: ScanFailure.noWords)
    }
    return text
  }
}
