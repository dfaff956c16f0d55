internal import Application
internal import ArgumentParser
internal import Foundation
internal import History
internal import Localization
internal import ScanModel
internal import Settings
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
      let folder = try Program(environment: console.environment).directories.data
      do {
        guard let kept = try damagedHistory(in: folder) else {
          try console.print(localized("The history is not damaged."))
          return .success
        }
        let history = try HistoryStore(in: folder)
        let salvaged = try await history.salvage(from: kept)
        try console.print(
          localized(
            count: salvaged.entries, one: "%1$@ entry could be read and is in the new history.",
            other: "%1$@ entries could be read and are in the new history."))
        console.note(localized("The damaged history is kept as %1$@.", kept.displayName))
      } catch let failure as HistoryFailure {
        throw failure.scanFailure
      }
      return .success
    }
  }

  /// Sets the history aside if it is damaged.
  private func damagedHistory(in folder: FilePath) throws(HistoryFailure) -> FilePath? {
    do {
      return try HistoryStore.setAside(in: folder, at: Date())
    } catch {
      if error.code == .missing { return nil }
      throw error
    }
  }
}
