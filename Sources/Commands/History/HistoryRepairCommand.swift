internal import Application
internal import ArgumentParser
internal import Foundation
internal import Localization
internal import ScanModel
internal import SystemPackage

/// `ocr-scan history repair`: what the watcher does at its start, for those who do not run it.
struct HistoryRepairCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "repair",
    abstract: "Begin a new history in the place of a damaged one, with what can be read of it. The damaged file stays.",
    discussion: """
      EXAMPLE:
        ocr-scan history repair
      """)

  @OptionGroup var output: ConsoleOptions

  func run() async throws {
    let console = output.console
    try await CommandEnd.run(console) {
      guard let rebuilt = try await Program(environment: console.environment).rebuildHistory() else {
        try console.print(localized("The history is not damaged."))
        return .success
      }
      try console.print(
        localized(
          count: rebuilt.entries, one: "%1$@ entry could be read and is in the new history.",
          other: "%1$@ entries could be read and are in the new history."))
      console.note(localized("The damaged history is kept as %1$@.", rebuilt.kept.displayName))
      return .success
    }
  }
}
