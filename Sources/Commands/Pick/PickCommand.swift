internal import Application
internal import ArgumentParser
internal import EventLog
internal import Foundation
internal import LinuxSystem
internal import Localization
internal import Pipeline
internal import ScanModel
internal import ScreenshotLibrary
internal import Settings
internal import SystemPackage
internal import WorkerClient

/// `ocr-scan pick`: lets the user choose a screenshot and scans it.
struct PickCommand: AsyncParsableCommand {
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

  func run() async throws {
    let console = output.console
    try await window.run(console) { try await Self.run(folders, report, reading, console) }
  }

  /// The body of the command, also for other commands that end in choosing.
  /// - Throws: `ValidationError` without a terminal to choose on.
  static func run(
    _ folders: [String], _ options: ReportOptions, _ reading: ReadingOptions, _ console: Console
  ) async throws -> ExitStatus {
    let program = try Program(environment: console.environment)
    guard console.isInteractive else {
      throw ValidationError("Choosing needs a terminal. Name the screenshot instead: ocr-scan FILE")
    }
    let run = PickRun(
      program: program, settings: reading.applied(to: program.settings), options: options, console: console)
    let choices = folders.map { ScreenshotFolders.Choice(folder: RawArguments.path($0), origin: .configured) }
    // Ending without a choice is not a failure.
    return try await run.run(choices.isEmpty ? program.screenshotFolders : choices) ?? .success
  }
}

/// Lets the user choose a screenshot, and scans it.
struct PickRun {
  /// More than a user looks through; a search covers only these.
  private static let maximumItems = 2_000

  let program: Program
  let settings: Settings
  let options: ReportOptions
  let console: Console

  /// - Parameter folders: The folders to choose from.
  /// - Returns: The status of the scan; nil if nothing was chosen.
  /// - Throws: `ScanFailure` from preparing the scan, `OutputFailure`.
  func run(_ folders: [ScreenshotFolders.Choice]) async throws -> ExitStatus? {
    let setup = try program.setup(settings)
    let pool = try setup.pool(keepingSpare: false)
    defer { pool.shutDown() }
    // The engine starts while the user is choosing.
    pool.warmUp(settings.workers)
    guard let path = await choose(folders) else {
      console.note(localized("Nothing was chosen."))
      return nil
    }
    let pipeline = try program.pipeline(setup, pool: pool)
    defer { pipeline.closeHistory() }
    let batch = ScanBatch(
      pipeline: pipeline, policy: .requested(settings), jobs: 1, startedAt: .now, trigger: .pick)
    let history = options.skipsHistory ? nil : pipeline.persistence
    var tally = BatchSummary(failOn: options.failOn)
    let renderer = ReportRenderer(
      console: console, json: options.json, showsText: options.showText, showsFolders: false,
      help: program.help(forScreenshots: 1))
    let progress = ProgressSpinner(console, total: 1)
    defer { progress.stop() }
    for await result in batch.results(of: [ScanTarget(path: path)]) {
      progress.stop()
      try renderer.show(result.report)
      tally.add(result.report)
      await tally.store(result.report, path: path, in: history, console)
    }
    return tally.status
  }

  private func choose(_ folders: [ScreenshotFolders.Choice]) async -> FilePath? {
    let collection = await BlockingIOPool(label: "listing").run { ScreenshotCollection(folders) }
    let failure = collection.failure(awaited: folders) ?? (collection.files.isEmpty ? collection.nothingFound : nil)
    if let failure {
      console.report(FailureCatalog.describe(failure))
      return PathPrompt(console: console).ask()
    }
    let files = Array(collection.files.prefix(Self.maximumItems))
    let now = Date()
    let severalFolders = Set(files.map { $0.path.removingLastComponent() }).count > 1
    let items = files.map { file in
      PickerItem(
        name: file.path.displayFileName,
        folder: severalFolders ? file.path.removingLastComponent().displayFileName : nil,
        age: RelativeTime.words(
          for: Date(timeIntervalSince1970: Double(file.createdNanoseconds) / 1_000_000_000), now: now),
        size: FileSize.words(file.size))
    }
    switch await ScreenshotPicker(console: console, items: items).choose() {
    case .item(let index): return files[index].path
    case .path(let path): return path
    case nil: return nil
    }
  }
}

/// File sizes as people write them.
enum FileSize {
  /// "0 B", "12 kB", "3.4 MB"; decimal, as file managers show them.
  static func words(_ bytes: Int64) -> String {
    switch bytes {
    case ..<1_000: "\(bytes) B"
    case ..<1_000_000: "\((bytes + 500) / 1_000) kB"
    default: "\((bytes + 50_000) / 1_000_000).\((bytes + 50_000) / 100_000 % 10) MB"
    }
  }
}

/// Asks for the path of a screenshot when there is no list to choose from.
struct PathPrompt {
  let console: Console

  /// Nil if the user entered nothing.
  func ask() -> FilePath? {
    console.write(localized("Path of a screenshot (Enter ends): "))
    return Self.path(readLine() ?? "", home: console.environment["HOME"])
  }

  /// The path that was typed, or dropped onto the terminal, which adds quotes or backslashes.
  static func path(_ line: String, home: String?) -> FilePath? {
    var text = line.trimmingSpaces
    for quote in ["'", "\""] where text.count > 1 && text.hasPrefix(quote) && text.hasSuffix(quote) {
      return named(String(text.dropFirst().dropLast()))
    }
    if let home, text == "~" || text.hasPrefix("~/") { text = home + text.dropFirst() }
    var plain = ""
    var isEscaped = false
    for character in text {
      if character == "\\", !isEscaped {
        isEscaped = true
      } else {
        plain.append(character)
        isEscaped = false
      }
    }
    return named(plain)
  }

  private static func named(_ text: String) -> FilePath? { text.isEmpty ? nil : FilePath(text) }
}

extension String {
  fileprivate var trimmingSpaces: String {
    let start = drop { $0 == " " || $0 == "\t" || $0 == "\r" }
    return String(start.reversed().drop { $0 == " " || $0 == "\t" || $0 == "\r" }.reversed())
  }
}
