internal import Application
internal import History
internal import LinuxSystem
internal import Localization
internal import Pipeline
internal import ScanModel
internal import ScreenshotLibrary
internal import Settings
internal import SystemPackage
internal import WorkerClient

/// What the window works with: settings, history, workers. One for the life of the program.
@MainActor final class Session {
  private(set) var program: Program
  private(set) var history: HistoryStore
  /// The file that `history` was opened from.
  private var historyPlace: AtomicFile.Inode?
  private var isReopening = false
  let isFirstStart: Bool
  var historyChanged: () -> Void = {}
  private var engine: Engine
  private let watch: HistoryWatch?
  /// Reads and writes files away from the main thread.
  let files = BlockingIOPool(label: "window-files", lanes: 2)

  /// Everything that follows from one version of the settings.
  private struct Engine {
    let builder: PipelineBuilder
    let pool: WorkerPool
    /// Loads the rules and the model, once.
    var pipeline: Task<Result<ScanPipeline, ScanFailure>, Never>?

    init(_ program: Program) throws(ScanFailure) {
      builder = try program.setup(program.settings)
      // Two: a thumbnail need not wait for a scan.
      pool = try builder.pool(keepingSpare: false, minimumWorkers: 2)
    }
  }

  init(environment: [String: String]) throws(ScanFailure) {
    let program = try Program(environment: environment)
    isFirstStart = try program.existingHistory() == nil && program.directories.settingsFile.fileKind == nil
    history = try program.history()
    historyPlace = AtomicFile.Inode(at: program.directories.historyFile)
    self.program = program
    engine = try Engine(program)
    watch = HistoryWatch(program.directories.data)
    watch?.changed = { [weak self] in self?.historyChanged() }
  }

  /// - Throws: `ScanFailure` with `invalid_configuration`; the former ones stay in force then.
  func reloadSettings() throws(ScanFailure) {
    let changed = try Program(environment: program.environment)
    guard changed.settings != program.settings else { return }
    let next = try Engine(changed)
    retire(engine.pool)
    program = changed
    engine = next
  }

  func change(_ name: String, to values: [String]) throws(ScanFailure) {
    try Program.change(name, to: values, in: program.directories)
    try reloadSettings()
  }

  func changeFolders(to folders: [FilePath]) throws(ScanFailure) {
    try Program.changeFolders(to: folders, in: program.directories)
    try reloadSettings()
  }

  /// Lets a pool finish what it has in hand: no scan that is under way takes longer than three tries.
  private func retire(_ pool: WorkerPool) {
    callLater(after: max(program.settings.scanTimeout, .seconds(5)) * 4) { pool.shutDown() }
  }

  /// Gives a command about the watcher, such as "restart", to the user's service manager.
  func tellServiceManager(_ words: [String]) {
    let folders = program.environment["PATH"] ?? "/usr/bin:/bin"
    guard let systemctl = ProgramFile.find("systemctl", in: folders) else { return }
    try? ProgramSandbox.launcher?.start(systemctl, ["--user"] + words + ["ocr-scand"])
  }

  /// Opens the history again if another one has taken its place, for a store goes on reading a file that was deleted or
  /// set aside; `makesNew` begins a new one if there is none. Returns whether it is another one now.
  func reopenHistory(makesNew: Bool) async throws(ScanFailure) -> Bool {
    let place = AtomicFile.Inode(at: program.directories.historyFile)
    guard !isReopening, place != historyPlace, place != nil || makesNew else { return false }
    isReopening = true
    defer { isReopening = false }
    let current = program
    let opened = await files.run { Result { () throws(ScanFailure) in try current.history() } }
    // The former one closes when the last who reads it has ended.
    history = try opened.get()
    historyPlace = AtomicFile.Inode(at: current.directories.historyFile)
    // It keeps its own store.
    engine.pipeline = nil
    return true
  }

  func pipeline() async throws(ScanFailure) -> ScanPipeline {
    let (program, builder, pool) = (program, engine.builder, engine.pool)
    let loading =
      engine.pipeline
      ?? Task.detached { Result { () throws(ScanFailure) in try program.pipeline(builder, pool: pool) } }
    engine.pipeline = loading
    let result = await loading.value
    // Not one that has taken its place meanwhile.
    if case .failure = result, engine.pipeline == loading { engine.pipeline = nil }
    return try result.get()
  }

  /// A scan that the user asked for and waits for.
  var policy: ScanPolicy { .requested(program.settings) }

  /// The engine starts while the user still chooses.
  func warmUp() { engine.pool.warmUp(program.settings.workers) }

  var renderer: ScreenshotRenderer { engine.builder.renderer(pool: engine.pool) }

  /// Judges a report again with the text that the user has corrected; returns it as it is to be kept.
  func corrected(_ report: ScanReport, text: String) async throws(ScanFailure) -> ScanReport {
    let (builder, feedback) = (engine.builder, await program.feedback(about: report.sha256))
    let judged = await Task.detached {
      Result { () throws(ScanFailure) in
        RiskAnalysisStage(try builder.analyzer()).run(report, correctedText: text, feedback: feedback)
      }
    }.value
    return try judged.get().stored(as: program.settings.storedText)
  }

  /// Why there is no picture of an entry.
  enum PictureProblem: Error, Sendable {
    /// It came from no file, or the file is gone.
    case gone
    /// Its file now holds another picture.
    case changed
    case failed(ScanFailure)

    var words: (title: String, text: String) {
      switch self {
      case .gone:
        (
          localized("No Picture"),
          localized("The screenshot was deleted or moved, or came without a file. What was found is still here.")
        )
      case .changed:
        (
          localized("Another Picture"),
          localized("There is another picture under this name now, so it is not shown here.")
        )
      case .failed(let failure):
        (localized(FailureCatalog.title(of: failure.code)), localized(FailureCatalog.message(for: failure)))
      }
    }
  }

  /// The pixels of an entry's screenshot, which a worker decodes, if its bytes are still the ones that were scanned.
  func picture(
    of path: FilePath?, sha256: String?, fitting size: (width: Int, height: Int)
  ) async throws(PictureProblem) -> WorkerOutput {
    guard let path else { throw .gone }
    let name: Message = "\(path.displayFileName)"
    let intake = IntakeStage(maximumBytes: Int64(program.settings.maximumFileMegabytes) << 20)
    let content: ScreenshotContent
    switch await files.run({ Result { () throws(IntakeFailure) in try intake.run(.named(path)) } }) {
    case .success(let read): content = read
    case .failure(let failure) where failure.code == .notFound: throw .gone
    case .failure(let failure):
      throw .failed(failure.scanFailure(name: name, wasAnnounced: false, maximumBytes: intake.maximumBytes))
    }
    guard sha256 == nil || content.sha256 == sha256 else { throw .changed }
    do {
      return try await renderer.render(content, fittingWidth: size.width, height: size.height, name: name)
    } catch {
      throw .failed(error)
    }
  }

  func write(_ bytes: [UInt8], to target: SaveTarget) async throws(ScanFailure) {
    let written = await files.run { Result { () throws(ScanFailure) in try target.write(bytes) } }
    try written.get()
  }

  func close() {
    engine.pool.shutDown()
    history.close()
  }
}
