import EventLog
import FoundationEssentials
import History
import Pipeline
import ScanModel
import ScreenshotLibrary
import Settings
import SystemPackage
import TestSupport

@testable import Daemon

/// A daemon with a real history, real files and a test clock, and stages that the test controls.
final class DaemonFixture: Sendable {
  let folder: TemporaryFolder
  let clock = TestClock<ContinuousClock>(.now)
  let recorder = HealthRecorder()
  let presenter: FakePresenter
  let notifications: NotificationDispatcher
  let watcher = FakeFolders()
  let stages: FakeStages
  let events = DaemonEventQueue()
  let log: EventLog
  let store: FlakyStore
  let health: HealthMonitor
  let context: DaemonContext
  let shownAlerts: ShownAlertsFile
  let alerts: AlertLedger
  let outcomes: OutcomeRecorder
  let reader: ScreenshotReader
  let queue: ScanQueue
  let runner: ScanRunner
  let dispatcher: ScanDispatcher
  /// Reports in the order they were shown.
  let reports = Locked<[ScanReport]>([])
  /// What a settings change leads to; nil for nothing.
  let successor = Locked<DaemonMode?>(nil)
  let reloads = Locked<[ReloadReason]>([])
  /// While it is true, what follows is still being put together.
  let holdsSuccessor = Locked(false)
  /// How the daemon that was started has ended.
  let end = Locked<Result<DaemonEnd, any Error>?>(nil)
  /// Whether the programs were updated.
  let isReplaced = Locked(false)

  var history: HistoryStore { store.history }
  var shots: FilePath { folder("shots") }

  /// Keeps whole texts, and warns of high risks only.
  static let settings = {
    var settings = Settings(processorCount: 1)
    settings.alertLevel = .high
    settings.storedText = .full
    return settings
  }()

  /// - Parameters:
  ///   - kept: A history that others have used.
  ///   - presenter: The desktop.
  ///   - folder: A folder that others have used.
  ///   - existing: Notifications of this program that outlive its daemons.
  /// - Throws: `HistoryFailure`.
  init(
    history kept: HistoryStore? = nil, presenter: FakePresenter = FakePresenter(),
    in folder: TemporaryFolder = TemporaryFolder(), notifications existing: NotificationDispatcher? = nil
  ) throws {
    self.folder = folder
    if Files.mode(folder("shots")) == nil { Files.makeFolder(folder("shots")) }
    log = EventLog(directory: folder("state"))
    self.presenter = presenter
    notifications =
      existing
      ?? NotificationDispatcher(
        presenter: presenter, events: log,
        settings: Self.settings)
    store = FlakyStore(try kept ?? HistoryStore(in: folder("data")))
    health = recorder.monitor(clock, didLoseHistory: { [events] in events.send(.historyLost) })
    stages = FakeStages()
    context = DaemonContext(
      folders: [folder("shots")], settings: Self.settings, history: store.access, stages: stages.stages,
      notifications: notifications, health: health, events: events, log: log, time: clock.source)
    shownAlerts = ShownAlertsFile(in: folder.path)
    alerts = AlertLedger(context, shownFile: shownAlerts)
    outcomes = OutcomeRecorder(
      context, alerts: alerts, didScan: { [reports] report in reports.withLock { $0.append(report) } })
    reader = ScreenshotReader(
      folders: [folder("shots")], stages: stages.stages, events: events, time: clock.source)
    queue = ScanQueue(context, lister: FolderLister(events: events, log: log), reader: reader, outcomes: outcomes)
    runner = ScanRunner(
      context, engine: "1", queue: queue, outcomes: outcomes, reader: reader,
      isReplaced: { [isReplaced] in isReplaced.withLock { $0 } })
    dispatcher = ScanDispatcher(
      context: context, maximumBytes: 1 << 20, reader: reader, queue: queue, runner: runner, outcomes: outcomes)
  }

  /// The daemon, yet to be run.
  /// - Parameter openHistory: Tries to open a history that the daemon was begun without.
  /// - Returns: A daemon of these parts.
  func daemon(openHistory: (@Sendable () async -> Bool)? = nil) -> ScanDaemon {
    ScanDaemon(
      context,
      ScanDaemon.Parts(
        watcher: watcher, queue: queue, dispatcher: dispatcher, runner: runner, outcomes: outcomes,
        responses: NotificationResponseHandler(
          history: { [store] in store.history }, notifications: notifications,
          windows: DesktopWindows(showDetails: { _ in false }, chooseScreenshot: { false }, openSettings: { false }),
          report: { _ in })),
      hooks: ScanDaemon.Hooks(
        makeSuccessor: { [reloads, successor, holdsSuccessor] reason in
          reloads.withLock { $0.append(reason) }
          while holdsSuccessor.withLock({ $0 }) { try? await Task.sleep(for: .milliseconds(1)) }
          return successor.withLock { $0 }
        }, beginAgain: { throw CancellationError() }, openHistory: openHistory, didBecomeReady: {},
        didStop: {}))
  }

  /// Begins a scan as the dispatcher does.
  /// - Returns: The number of the attempt.
  func begin(_ file: KnownFile) async throws -> Int? {
    let admission = try await history.admit(
      file, sha256: String(repeating: "e", count: 64), to: "1", isStarting: true, at: Date())
    return if case .begin(let attempt) = admission { attempt } else { nil }
  }

  /// Writes a file as a screenshot program does. It is no real picture, but only the stages would notice.
  @discardableResult
  func add(_ name: String, _ contents: String = "x") -> FilePath {
    let path = shots.appending(name)
    Files.write(path, Array(contents.utf8))
    return path
  }

  /// The same, followed by the event for it.
  @discardableResult
  func announce(_ name: String, _ contents: String = "x") -> FilePath {
    let path = add(name, contents)
    watcher.send(.arrived(path, .closed))
    return path
  }

  var reportedNames: [String] {
    reports.withLock { $0.compactMap(\.path).map { String($0.split(separator: "/").last ?? "") } }
  }
  var reportedCodes: [ScanFailure.Code?] { reports.withLock { $0.map(\.error?.code) } }

  /// Waits until this many reports were shown.
  func reports(_ count: Int) async throws { try await eventually { reports.withLock { $0.count } >= count } }

  /// Advances the clock in small steps until a condition holds.
  func passTime(_ step: Duration = .milliseconds(250), until condition: () async throws -> Bool) async throws {
    try await eventually {
      if try await condition() { return true }
      clock.advance(by: step)
      return false
    }
  }

  // MARK: Running it

  /// Runs a daemon for as long as `body` runs.
  func run(_ daemon: ScanDaemon? = nil, _ body: () async throws -> Void) async throws {
    let task = start(daemon ?? self.daemon())
    watcher.send(.ready)
    do {
      try await eventually { recorder.service.messages.contains("ready") }
      try await body()
    } catch {
      events.send(.stop)
      stages.release()
      await task.value
      throw error
    }
    events.send(.stop)
    await task.value
  }

  /// Starts a daemon that will end by itself.
  func start(_ daemon: ScanDaemon) -> Task<Void, Never> {
    Task { [end] in
      let result: Result<DaemonEnd, any Error>
      do { result = .success(try await daemon.watch()) } catch { result = .failure(error) }
      end.withLock { $0 = result }
    }
  }

  func pendingCount() async throws -> Int { try await history.counts().pending }
}
