internal import Application
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
