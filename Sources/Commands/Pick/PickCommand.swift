internal import Application
internal import ArgumentParser
internal import EventLog
internal import Foundation
internal import LinuxSystem
internal import Localization
internal import Pipeline
internal import ScanModel
internal import ScreenshotLibrary
internal import SystemPackage

struct PickCommand: PausingCommand {
  static let configuration = CommandConfiguration(
    commandName: "pick", abstract: "Choose a screenshot from a list, newest first, and scan it.",
    discussion: """
      Arrow keys move, typing narrows the list down, Enter scans, Esc or q ends.

      EXAMPLES:
        ocr-scan pick
        ocr-scan pick ~/Downloads
      """)

  @Argument(
    help: ArgumentHelp("Folders to choose from, instead of the watched ones.", valueName: "folder"),
    completion: .directory)
  var folders: [String] = []

  @OptionGroup var report: ReportOptions
  @OptionGroup var reading: ReadingOptions
  @OptionGroup var window: WindowOptions
  @OptionGroup var output: ConsoleOptions

  func run(_ console: Console) async throws -> ExitStatus { try await Self.run(folders, report, reading, console) }

  /// Also for other commands that end in choosing.
  /// - Throws: `ValidationError` without a terminal to choose on.
  static func run(
    _ folders: [String], _ options: ReportOptions, _ reading: ReadingOptions, _ console: Console
  ) async throws -> ExitStatus {
    let program = try Program(environment: console.environment)
    guard console.isInteractive else {
      throw ValidationError("Choosing needs a terminal. Name the screenshot instead: ocr-scan FILE")
    }
    let scan = SingleScan(
      program: program, settings: reading.applied(to: program.settings), options: options, console: console,
      help: program.helpSteps)
    let choices = RawArguments.paths(folders).map { ScreenshotFolders.Choice(folder: $0, origin: .configured) }
    // Ending without a choice is not a failure.
    return try await scan.pick(from: choices.isEmpty ? program.screenshotFolders : choices) ?? .success
  }
}

extension SingleScan {
  /// More than a user looks through; a search covers only these.
  private static let maximumItems = 2_000

  func pick(from folders: [ScreenshotFolders.Choice]) async throws -> ExitStatus? {
    let done = try await run(.pick) { await choose(folders).map { .file($0) } }
    if done == nil { console.note(localized("Nothing was chosen.")) }
    return done?.status
  }

  private func choose(_ folders: [ScreenshotFolders.Choice]) async -> FilePath? {
    let collection = await BlockingIOPool(label: "listing").run { ScreenshotCollection(folders) }
    let failure = collection.failure(awaited: folders) ?? (collection.files.isEmpty ? collection.nothingFound : nil)
    if let failure { console.report(FailureCatalog.describe(failure)) }
    let picker = ScreenshotPicker(
      console: console, items: failure == nil ? items(collection.files.prefix(Self.maximumItems)) : [])
    return await BlockingIOPool(label: "keys").run { picker.choose() }
  }

  private func items(_ files: some Collection<ListedScreenshot>) -> [PickerItem] {
    let now = Date()
    let hasFolders = Set(files.map { $0.path.removingLastComponent() }).count > 1
    return files.map { file in
      let folder = hasFolders ? " (\(file.path.removingLastComponent().displayFileName))" : ""
      let time = Date(timeIntervalSince1970: Double(file.createdNanoseconds) / 1_000_000_000)
      let age = TextLayout.pad(RelativeTime.words(for: time, now: now), to: 11)
      let size = Self.words(size: file.size)
      return PickerItem(
        path: file.path, name: file.path.displayFileName + folder,
        details: age + String(repeating: " ", count: max(1, 9 - size.count)) + size)
    }
  }

  /// "0 B", "12 kB", "3.4 MB"; decimal, as file managers show them.
  private static func words(size: Int64) -> String {
    switch size {
    case ..<1_000: "\(size) B"
    case ..<1_000_000: "\((size + 500) / 1_000) kB"
    default: "\((size + 50_000) / 1_000_000).\((size + 50_000) / 100_000 % 10) MB"
    }
  }
}
