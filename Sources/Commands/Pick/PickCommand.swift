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

  func run(_ console: Console) async throws -> ExitStatus {
    try await Self.run(folders, report, reading, console)
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

  /// Lets the user choose a screenshot, and scans it.
  /// - Returns: The status of the scan; nil if nothing was chosen.
  /// - Throws: `ScanFailure` from preparing the scan, `OutputFailure`.
  func pick(from folders: [ScreenshotFolders.Choice]) async throws -> ExitStatus? {
    let done = try await run(.pick) { await choose(folders).map { .file($0) } }
    if done == nil { console.note(localized("Nothing was chosen.")) }
    return done?.status
  }

  private func choose(_ folders: [ScreenshotFolders.Choice]) async -> FilePath? {
    let collection = await BlockingIOPool(label: "listing").run { ScreenshotCollection(folders) }
    let failure = collection.failure(awaited: folders) ?? (collection.files.isEmpty ? collection.nothingFound : nil)
    let prompt = PathPrompt(console: console)
    if let failure {
      console.report(FailureCatalog.describe(failure))
      return prompt.ask()
    }
    let items = items(collection.files.prefix(Self.maximumItems))
    let picker = ScreenshotPicker(console: console, items: items)
    guard picker.hasScreen else { return prompt.ask(items) }
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

/// Asks for the path of a screenshot, or for its number in a list, on terminals that only print.
struct PathPrompt {
  private static let maximumItems = 20
  let console: Console

  /// - Returns: What was chosen; nil for nothing.
  func ask(_ items: [PickerItem] = []) -> FilePath? {
    let home = console.environment["HOME"]
    guard !items.isEmpty else {
      console.write(localized("Path of a screenshot (Enter ends): "))
      return Self.path(readLine() ?? "", home: home)
    }
    let shown = items.prefix(Self.maximumItems)
    for (index, item) in shown.enumerated() {
      console.note("\(index < 9 ? " " : "")\(index + 1)  \(item.details)  \(item.name)")
    }
    let hidden = items.count - shown.count
    if hidden > 0 { console.note(localized("and %1$@ older ones, which can be named by their path", hidden)) }
    while true {
      console.write(localized("Number or path (Enter for 1, q ends): "))
      guard let line = readLine()?.trimmingCharacters(in: .whitespaces), !["q", "Q"].contains(line) else { return nil }
      if let number = line.isEmpty ? 1 : Int(line) {
        if (1...shown.count).contains(number) { return shown[number - 1].path }
        console.note(localized("There is no number %1$@ in the list.", number))
      } else if let path = Self.path(line, home: home) {
        return path
      }
    }
  }

  /// The path that was typed, or dropped onto the terminal, which adds quotes or backslashes.
  static func path(_ line: String, home: String?) -> FilePath? {
    var text = line.trimmingCharacters(in: .whitespaces)
    var plain = ""
    if text.count > 1, let quote = text.first, ["'", "\""].contains(quote), text.last == quote {
      // How shells write a quote within quotes.
      plain = String(text.dropFirst().dropLast()).replacing("'\\''", with: "'")
    } else {
      if let home, text == "~" || text.hasPrefix("~/") { text = home + text.dropFirst() }
      var isEscaped = false
      for character in text {
        isEscaped = character == "\\" && !isEscaped
        if !isEscaped { plain.append(character) }
      }
    }
    return plain.isEmpty ? nil : FilePath(plain)
  }
}
