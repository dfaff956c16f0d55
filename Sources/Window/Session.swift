internal import Application
internal import CGtk
internal import Foundation
internal import History
internal import LinuxSystem
internal import Pipeline
internal import ScanModel
internal import ScreenshotLibrary
internal import Settings
internal import SystemPackage
internal import WorkerClient

/// What the window works with: settings, history, workers. One for the life of the program.
@MainActor final class Session {
  let environment: [String: String]
  private(set) var program: Program
  private(set) var history: HistoryStore
  /// The file that `history` was opened from.
  private var historyPlace: AtomicFile.Inode?
  private var isReopening = false
  /// Whether nothing was set and nothing was ever scanned.
  let isFirstStart: Bool
  /// Called when somebody else has changed the history.
  var historyChanged: () -> Void = {}
  private var engine: Engine
  private let watch: HistoryWatch?
  private let reading = BlockingIOPool(label: "window-files", lanes: 2)

  /// Everything that follows from one version of the settings.
  private struct Engine {
    var builder: PipelineBuilder
    var pool: WorkerPool
    var renderer: ScreenshotRenderer
    /// Loads the rules and the model, once.
    var pipeline: Task<Result<ScanPipeline, ScanFailure>, Never>?
  }

  /// - Throws: `ScanFailure` of the settings, the storage or the installation.
  init(environment: [String: String]) throws(ScanFailure) {
    self.environment = environment
    let program = try Program(environment: environment)
    let hasSettings = (try? FileStatus(of: program.directories.settingsFile, followingSymlinks: true)) != nil
    isFirstStart = try program.existingHistory() == nil && !hasSettings
    history = try program.history()
    historyPlace = AtomicFile.Inode(at: program.directories.historyFile)
    self.program = program
    engine = try Self.engine(program)
    watch = HistoryWatch(program.directories.data)
    watch?.changed = { [weak self] in self?.historyChanged() }
  }

  private static func engine(_ program: Program) throws(ScanFailure) -> Engine {
    let builder = try program.setup(program.settings)
    // Two: a thumbnail need not wait for a scan.
    let pool = try builder.pool(keepingSpare: false, minimumWorkers: 2)
    return Engine(builder: builder, pool: pool, renderer: builder.renderer(pool: pool))
  }

  /// Applies changed settings.
  /// - Throws: `ScanFailure` with `invalid_configuration`; the former ones stay in force then.
  func reloadSettings() throws(ScanFailure) {
    let changed = try Program(environment: environment)
    let next = try Self.engine(changed)
    retire(engine.pool)
    program = changed
    engine = next
  }

  /// Changes settings, and takes the change up.
  /// - Throws: `ScanFailure` with `invalid_configuration`; nothing has changed then.
  func change(_ body: () throws(SettingsFailure) -> Void) throws(ScanFailure) {
    do throws(SettingsFailure) { try body() } catch { throw error.scanFailure }
    try reloadSettings()
  }

  /// Lets a pool finish what it has in hand: no scan that is under way takes longer than three tries.
  private func retire(_ pool: WorkerPool) {
    let time = max(program.settings.scanTimeout, .seconds(5)) * 4
    _ = DelayedCall(after: time) { pool.shutDown() }
  }

  /// Applies changes that somebody else has made to the settings, if any.
  func refreshSettings() {
    guard let changed = try? Program(environment: environment), changed.settings != program.settings else { return }
    try? reloadSettings()
  }

  // MARK: History

  /// Opens the history again if another one has taken its place: a store goes on reading a file that was deleted or set
  /// aside, and writes nothing to it any more.
  /// - Parameter makesNew: Whether to begin a new one if there is none.
  /// - Returns: Whether it is another one now.
  /// - Throws: `ScanFailure` of the storage; the former one is still open then.
  func reopenHistory(makesNew: Bool) async throws(ScanFailure) -> Bool {
    let place = AtomicFile.Inode(at: program.directories.historyFile)
    guard !isReopening, place != historyPlace, place != nil || makesNew else { return false }
    isReopening = true
    defer { isReopening = false }
    let current = program
    let opened: Result<HistoryStore, ScanFailure> = await reading.run {
      do throws(ScanFailure) { return .success(try current.history()) } catch { return .failure(error) }
    }
    // The former one closes when the last who reads it has ended.
    history = try opened.get()
    historyPlace = AtomicFile.Inode(at: current.directories.historyFile)
    // It keeps its own store.
    engine.pipeline = nil
    return true
  }

  // MARK: Scanning

  /// The pipeline, with the rules and the model loaded.
  func pipeline() async throws(ScanFailure) -> ScanPipeline {
    if engine.pipeline == nil {
      let (program, builder, pool) = (program, engine.builder, engine.pool)
      engine.pipeline = Task.detached {
        do throws(ScanFailure) {
          return .success(try program.pipeline(builder, pool: pool))
        } catch {
          return .failure(error)
        }
      }
    }
    let result = await engine.pipeline?.value
    if case .failure = result { engine.pipeline = nil }
    guard let result else { throw ScanFailure(.workerUnavailable) }
    return try result.get()
  }

  /// A scan that the user asked for and waits for.
  var policy: ScanPolicy { .requested(program.settings) }

  /// The engine starts while the user still chooses.
  func warmUp() { engine.pool.warmUp(program.settings.workers) }

  var annotator: Annotator { engine.builder.annotator(pool: engine.pool) }

  /// Judges a report again with the text that the user has corrected; returns it as it is to be kept.
  /// - Throws: `ScanFailure` with `worker_unavailable` or `invalid_configuration`.
  func corrected(_ report: ScanReport, text: String) async throws(ScanFailure) -> ScanReport {
    let (builder, feedback) = (engine.builder, await program.feedback(about: report.sha256))
    let judged: Result<ScanReport, ScanFailure> = await Task.detached {
      do throws(ScanFailure) {
        return .success(
          RiskAnalysisStage(try builder.analyzer()).run(report, correctedText: text, feedback: feedback))
      } catch {
        return .failure(error)
      }
    }.value
    return try judged.get().stored(as: program.settings.storedText)
  }

  // MARK: Pictures

  /// Why there is no picture of an entry.
  enum PictureProblem: Error, Sendable {
    /// It came from no file, or the file is gone.
    case gone
    /// Its file now holds another picture.
    case changed
    case failed(ScanFailure)
  }

  /// The bytes of an entry's screenshot, if they are still the ones that were scanned.
  func content(of path: FilePath?, sha256: String?) async throws(PictureProblem) -> ScreenshotContent {
    guard let path else { throw .gone }
    let intake = IntakeStage(maximumBytes: Int64(program.settings.maximumFileMegabytes) << 20)
    let read: Result<ScreenshotContent, IntakeFailure> = await reading.run {
      do throws(IntakeFailure) { return .success(try intake.run(.named(path))) } catch { return .failure(error) }
    }
    switch read {
    case .failure(let failure) where failure.code == .notFound: throw .gone
    case .failure(let failure):
      throw .failed(
        failure.scanFailure(name: "\(path.displayFileName)", wasAnnounced: false, maximumBytes: intake.maximumBytes))
    case .success(let content):
      guard sha256 == nil || content.sha256 == sha256 else { throw .changed }
      return content
    }
  }

  /// The pixels of an entry's screenshot, which a worker decodes.
  func picture(
    of path: FilePath?, sha256: String?, fitting size: (width: Int, height: Int)
  ) async throws(PictureProblem) -> RenderedScreenshot {
    let content = try await content(of: path, sha256: sha256)
    do throws(ScanFailure) {
      return try await engine.renderer.render(
        content, fittingWidth: size.width, height: size.height, name: "\(path?.displayFileName ?? "")")
    } catch {
      throw .failed(error)
    }
  }

  /// Reads a file away from the main thread.
  func blocking<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value { await reading.run(body) }

  func close() {
    engine.pool.shutDown()
    history.close()
  }
}

/// Notices without a timer when the history on disk changes: SQLite writes every change to its log first.
@MainActor final class HistoryWatch {
  /// Changes come in bursts, from one transaction or many.
  private static let calm: Duration = .milliseconds(60)

  var changed: () -> Void = {}
  private var inotify: Inotify
  private var pending: DelayedCall?
  private var source: UInt32?

  /// Nil if the limit of watches is reached; then the list is updated only when it is shown.
  init?(_ folder: FilePath) {
    guard let inotify = try? Inotify(),
      (try? inotify.add(folder, [.modified, .created, .movedTo, .onlyDirectory])) != nil
    else { return nil }
    let descriptor = inotify.descriptor.raw
    self.inotify = inotify
    source = unsafe ocrscan_watch_descriptor(
      descriptor, retained(Reader(self)),
      { context in unsafe call(context) { (reader: Reader) in reader.watch?.read() } },
      releaseContext)
  }

  deinit {
    if let source { ocrscan_cancel_call(source) }
  }

  /// What GLib holds: it may call while the watch is going.
  @MainActor private final class Reader {
    weak var watch: HistoryWatch?
    init(_ watch: HistoryWatch) { self.watch = watch }
  }

  private func read() {
    guard let batch = try? inotify.read() else { return }
    let isHistory = batch.events.contains { $0.name.starts(with: "history.sqlite".utf8) } || batch.isMalformed
    guard isHistory, pending == nil else { return }
    pending = DelayedCall(after: Self.calm) { [weak self] in
      self?.pending = nil
      self?.changed()
    }
  }
}
