internal import Application
internal import ArgumentParser
internal import Foundation
internal import Glibc
internal import History
internal import Localization
internal import ScanModel
internal import Settings

struct HistoryClearCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "clear",
    abstract: "Delete all entries for good, also those of damaged histories that can be read. The screenshots stay.",
    discussion: """
      EXAMPLE:
        ocr-scan history clear --yes
      """)

  @Flag(help: "Do not ask.")
  var yes = false

  @OptionGroup var output: ConsoleOptions

  func run(_ console: Console) async throws -> ExitStatus {
    let program = try Program(environment: console.environment)
    guard try hasHistory(program) else {
      try console.print(localized("There are no entries."))
      return .success
    }
    guard yes || confirmed(console) else {
      console.note(localized("Nothing was deleted. To delete without being asked: ocr-scan history clear --yes"))
      return .usage
    }
    let history = try await openHistory(program)
    let deletion = try await history.clear()
    try console.print(localized(count: deletion.count, one: "Deleted %1$@ entry.", other: "Deleted %1$@ entries."))
    for file in try history.unsalvaged() {
      console.note(localized("The damaged history is kept as %1$@.", file.displayName))
    }
    let aside = try HistoryStore.deleteSetAside(in: program.directories.data)
    if aside > 0 {
      console.note(
        localized(
          count: aside, one: "Deleted %1$@ damaged history that had been set aside.",
          other: "Deleted %1$@ damaged histories that had been set aside."))
    }
    if let note = DeletionWords.note(deletion) { console.note(note) }
    if try await !history.allFeedback().isEmpty {
      console.note(localized("What was learnt from your marks stays. To forget it: ocr-scan rules forget --all"))
    }
    return .success
  }

  private func hasHistory(_ program: Program) throws(ScanFailure) -> Bool {
    do {
      return try program.existingHistory() != nil
    } catch {
      if error.code == .corruptData { return true }
      throw error
    }
  }

  /// A damaged one is set aside, to be deleted with the others; the files that it knew stay known if they can be read.
  private func openHistory(_ program: Program) async throws -> HistoryStore {
    do {
      let history = try program.history()
      if try await history.integrityCheck().isEmpty { return try await Self.salvaging(history) }
      history.close()
    } catch {
      guard ScanFailure(error)?.code == .corruptData else { throw error }
    }
    _ = try HistoryStore.setAside(in: program.directories.data, at: Date())
    return try await Self.salvaging(program.history())
  }

  /// With what can be read of the damaged ones that have yet to be salvaged.
  private static func salvaging(_ history: HistoryStore) async throws -> HistoryStore {
    for file in try history.unsalvaged() { _ = try? await history.salvage(from: file) }
    return history
  }

  private func confirmed(_ console: Console) -> Bool {
    guard isatty(STDIN_FILENO) == 1 else { return false }
    console.write(localized("Delete all history entries for good? [y/N] "))
    let answers = ["y", "yes", localized("y"), localized("yes")]
    return answers.contains((readLine() ?? "").lowercased())
  }
}

struct HistoryDeleteCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete", abstract: "Delete entries for good. The screenshots stay.",
    discussion: """
      EXAMPLE:
        ocr-scan history delete 12 13
      """)

  @Argument(help: "Numbers of entries, or beginnings of their identifiers.")
  var ids: [String]

  @OptionGroup var output: ConsoleOptions

  func run(_ console: Console) async throws -> ExitStatus {
    // Look up all of them before deleting any, so that a typing error deletes nothing.
    var numbers: [Int64] = []
    for id in ids { numbers.append(try await console.entry(id).number) }
    let history = try Program(environment: console.environment).history()
    let deletion = try await history.delete(Array(Set(numbers)))
    try console.print(localized(count: deletion.count, one: "Deleted %1$@ entry.", other: "Deleted %1$@ entries."))
    if let note = DeletionWords.note(deletion) { console.note(note) }
    return .success
  }
}
