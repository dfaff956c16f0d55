internal import FoundationEssentials
internal import History
internal import LinuxSystem
internal import Logging
internal import Notifications
internal import Pipeline
package import ScanModel
internal import ScreenshotLibrary
internal import Settings
internal import Synchronization
package import SystemPackage
internal import UnixSignals
internal import WorkerClient

/// Builds daemons, each from the settings of its time.
package struct DaemonBuilder: Sendable {
  private let namedFolders: [FilePath]
  private var folders: [FilePath]
  private var configuration: DaemonConfiguration
  /// As they were read, also if they ask for a language that is not installed.
  private var readSettings: Settings
  private let loadConfiguration: @Sendable () throws(ScanFailure) -> DaemonConfiguration
  private let output: DaemonOutput
  private let notifications: NotificationDispatcher
  private let toldSettings = ToldSettings()
  private let historyDisk = BlockingIOPool(label: "history-opening")
  let serviceManager = ServiceManager()

  /// Chooses the folders: those of the command line, or else of the settings, or else the desktop's usual ones.
  /// - Throws: `ScanFailure` with `folder_not_found`, or `worker_unavailable` if notifications cannot be set up.
  package init(
    _ configuration: DaemonConfiguration, folders: [FilePath], output: DaemonOutput,
    reloading loadConfiguration: @escaping @Sendable () throws(ScanFailure) -> DaemonConfiguration
  ) throws(ScanFailure) {
    let notifier: DesktopNotifier
    do throws(SystemError) {
      notifier = try DesktopNotifier(busAddress: SessionBusAddress.find(in: configuration.environment))
    } catch {
      throw ScanFailure(.workerUnavailable, detail: "\(error.call): \(error.reason)")
    }
    notifications = NotificationDispatcher(
      presenter: notifier, events: configuration.events, settings: configuration.settings,
      // Retries go on for up to ten minutes after the last screenshot; memory is not needed between them.
      didRetry: { ResidentMemory.release() })
    self.configuration = configuration
    readSettings = configuration.settings
    self.loadConfiguration = loadConfiguration
    self.output = output
    namedFolders = folders
    self.folders = try Self.folders(folders, configuration)
  }

  private static func folders(
    _ named: [FilePath], _ configuration: DaemonConfiguration
  ) throws(ScanFailure) -> [FilePath] {
    let choices = ScreenshotFolders.choose(
      configured: named.isEmpty ? configuration.settings.directories : named,
      environment: DesktopEnvironment(variables: configuration.environment),
      workingDirectory: try? FilePath.workingDirectory(),
      // A disk may have to start first.
      patience: .seconds(10))
    guard !choices.isEmpty else { throw ScanFailure(.folderNotFound) }
    return choices.map(\.folder)
  }

  /// Runs until SIGTERM, SIGINT or the end of its terminal. SIGHUP and a changed settings file reload the settings.
  package func run() async throws {
    // Before the lock names this process: a signal sent while the daemon starts is a reload once it runs.
    let hangUps = await UnixSignalsSequence(trapping: .sighup)
    // A service that has waited for another daemon to end is watched already.
    let first = try await serviceManager.pinging(TimeSource(ContinuousClock())) { try await mode() }
    let runner = DaemonRunner(first: first, serviceManager: serviceManager)
    let logger = Logger(label: "ocr-scand") { _ in DiagnosticLog(note: output.note) }
    try await runner.runAsService(watching: configuration.directories.settingsFile, hangUps: hangUps, logger: logger)
  }

  // MARK: Following the settings

  /// A daemon that has yet to be run, or none. `checksHistory`: the history may be damaged without that being noticed
  /// when it is opened. `needsHistory`: one that cannot be opened is a failure, because another daemon goes on instead.
  /// - Throws: `ScanFailure`.
  private func mode(checksHistory: Bool = false, needsHistory: Bool = false) async throws -> DaemonMode {
    guard configuration.settings.automaticScanning else {
      output.failure(FailureCatalog.describe(ScanFailure(.autoScanDisabled)))
      StatusFile(in: configuration.directories.runtime).write(
        DaemonStatus(text: "Automatic scanning is off", isTrouble: false))
      return .idle(makeSuccessor: { await makeSuccessor($0) })
    }
    do {
      let daemon = try await daemon(checksHistory: checksHistory, needsHistory: needsHistory)
      introduce()
      return .watching(daemon)
    } catch let failure as ScanFailure where failure.code == .unsupportedLanguage {
      guard let builder = without(language: failure.subject?.english) else { throw failure }
      // Screenshots in the languages that are installed need not wait for the one that is not.
      tell(FailureCatalog.describe(failure))
      return try await builder.mode(checksHistory: checksHistory, needsHistory: needsHistory)
    }
  }

  /// The same without a language; nil if no other would be left.
  private func without(language: String?) -> DaemonBuilder? {
    var builder = self
    builder.configuration.settings.languages.removeAll { $0 == language }
    let count = builder.configuration.settings.languages.count
    return (1..<configuration.settings.languages.count).contains(count) ? builder : nil
  }

  /// What the settings ask for now; nil if that is the same, or cannot be done.
  private func makeSuccessor(_ reason: ReloadReason, needsHistory: Bool = false) async -> DaemonMode? {
    do {
      let new = try loadConfiguration()
      toldSettings.reset()
      await notifications.resolve { $0 == .invalidConfiguration }
      if reason == .settingsFile, new.settings == readSettings { return nil }
      var builder = self
      (builder.configuration, builder.readSettings) = (new, new.settings)
      builder.folders = try Self.folders(namedFolders, new)
      return try await builder.mode(needsHistory: needsHistory)
    } catch {
      let failure = (error as? ScanFailure) ?? ScanFailure(.invalidConfiguration)
      guard toldSettings.isNew(failure, of: configuration.directories.settingsFile, reason) else { return nil }
      tell(FailureCatalog.describe(failure))
      output.note("The settings of before stay in force.")
      return nil
    }
  }

  private func introduce() {
    let names = folders.map(\.displayName).joined(separator: ", ")
    output.note("Watching \(names) for new screenshots.")
    output.note(
      "Each is read on this computer only; results are kept for \(configuration.settings.retentionDays) days in "
        + "\(configuration.directories.data.displayName). Nothing is sent anywhere.")
  }

  // MARK: One daemon

  /// - Throws: `ScanFailure` of the storage; not for a history that may be opened later, unless it is needed.
  private func openHistory(checking mustCheck: Bool, isNeeded: Bool) async throws(ScanFailure) -> DaemonHistory {
    let opener = HistoryOpener(
      directories: configuration.directories, keepsLinks: configuration.settings.storedText == .full, output: output,
      notify: notify, disk: historyDisk)
    let opened = await Result(of: { () async throws(HistoryFailure) in try await opener.open(checking: mustCheck) })
    // A new one cannot be filled from a damaged one, or not begun at all.
    if case .failure(let failure) = opened, isNeeded || ![.unavailable, .save].contains(failure.code) {
      throw failure.scanFailure
    }
    return DaemonHistory(opened) { () async throws(HistoryFailure) in try await opener.open(checking: false) }
  }

  private func daemon(checksHistory: Bool, needsHistory: Bool) async throws -> ScanDaemon {
    let pipelines = try configuration.pipelineBuilder(configuration.settings)
    let analyzer = try pipelines.analyzer()
    let pool = try pipelines.pool(keepingSpare: true)
    let tested: SelfTest.Passed
    let history: DaemonHistory
    let watcher: FolderWatcher
    do {
      // A daemon that cannot read would record a failure for every screenshot, so it does not start.
      tested = try await SelfTest.run(pool, configuration.settings)
      history = try await openHistory(checking: checksHistory, isNeeded: needsHistory)
      watcher = try makeWatcher(closingOnFailure: history)
    } catch {
      pool.shutDown()
      throw error
    }
    let pipeline = pipelines.pipeline(
      pool: pool, analyzer: analyzer, history: history.opened,
      persistence: PersistenceStage(storedText: configuration.settings.storedText, opening: history.store))
    return daemon(
      pipelines, pipeline, ScanStages(pipeline, pool: pool, settings: configuration.settings), history: history,
      watcher: watcher, engine: "\(configuration.version) \(tested.engineVersion)")
  }

  private func makeWatcher(closingOnFailure history: DaemonHistory) throws(ScanFailure) -> FolderWatcher {
    do throws(SystemError) {
      return try FolderWatcher(folders: folders)
    } catch {
      history.close()
      throw ScanFailure(.workerUnavailable, detail: "\(error.call): \(error.reason)")
    }
  }

  private func daemon(
    _ pipelines: PipelineBuilder, _ pipeline: ScanPipeline, _ stages: ScanStages, history: DaemonHistory,
    watcher: FolderWatcher, engine: String
  ) -> ScanDaemon {
    let (settings, log) = (configuration.settings, pipelines.events)
    let time = TimeSource(ContinuousClock())
    let events = DaemonEventQueue()
    let statusFile = StatusFile(in: configuration.directories.runtime)
    let health = HealthMonitor(
      HealthMonitor.Outlets(
        serviceManager: serviceManager, report: output.failure, notify: notify,
        resolve: { [notifications] over in Task { await notifications.resolve { over.contains($0) } } },
        show: { statusFile.write($0) },
        releaseMemory: {
          // Also done when the last worker exits, but known screenshots and foreign files need no worker.
          pipeline.releaseMemory()
          ResidentMemory.release()
        },
        didLoseHistory: { events.send(.historyLost) }),
      time: time)
    let context = DaemonContext(
      folders: folders, settings: settings, history: history.store, stages: stages, notifications: notifications,
      health: health, events: events, log: log, time: time)
    let alerts = AlertLedger(context, shownFile: ShownAlertsFile(in: configuration.directories.runtime))
    let outcomes = OutcomeRecorder(context, alerts: alerts, didScan: output.report)
    let reader = ScreenshotReader(folders: folders, stages: stages, events: events, time: time)
    let queue = ScanQueue(context, lister: FolderLister(events: events, log: log), reader: reader, outcomes: outcomes)
    let runner = ScanRunner(
      context, engine: engine, queue: queue, outcomes: outcomes, reader: reader,
      isReplaced: { ProgramFile.ofThisProcess?.isReplaced == true })
    let dispatcher = ScanDispatcher(
      context: context, maximumBytes: pipeline.intake.maximumBytes, reader: reader, queue: queue, runner: runner,
      outcomes: outcomes)
    return ScanDaemon(
      context,
      ScanDaemon.Parts(
        watcher: watcher, queue: queue, dispatcher: dispatcher, runner: runner, outcomes: outcomes,
        responses: NotificationResponseHandler(
          history: history.store, notifications: notifications, windows: windows(pipelines.files.folder),
          report: output.failure)),
      hooks: hooks(history))
  }

  private func hooks(_ history: DaemonHistory) -> ScanDaemon.Hooks {
    let isOpen = history.opened != nil
    return ScanDaemon.Hooks(
      makeSuccessor: { await makeSuccessor($0, needsHistory: isOpen) },
      beginAgain: { try await mode(checksHistory: isOpen) }, openHistory: isOpen ? nil : history.tryOpening,
      didBecomeReady: { [output] in
        output.note("Ready.")
        // Memory used for starting is not needed again.
        ResidentMemory.release()
      },
      didStop: { history.close() })
  }

  private func windows(_ programs: FilePath) -> DesktopWindows {
    let desktop = DesktopPrograms(
      environment: configuration.environment, folder: programs, launcher: configuration.launcher)
    return DesktopWindows(
      showDetails: { desktop.showDetails($0) }, chooseScreenshot: { desktop.chooseScreenshot() },
      openSettings: configuration.openSettings)
  }

  /// Reports a failure, on the desktop as well.
  private func tell(_ failure: FailureDescription) {
    output.failure(failure)
    notify(failure)
  }

  /// Does not wait: the desktop may not be there yet.
  private func notify(_ failure: FailureDescription) {
    Task { [notifications] in await notifications.show(failure) }
  }
}

/// What was last told of settings that cannot be used, so that it is not told twice when the file is read again.
final class ToldSettings: Sendable {
  private struct Told: Sendable, Equatable {
    var failure: ScanFailure
    /// Nil if there is no file.
    var file: FileStatus?
  }

  private let last = Mutex<Told?>(nil)

  /// Whether the failure or the file is another one than last time, or the user has asked.
  func isNew(_ failure: ScanFailure, of file: FilePath, _ reason: ReloadReason) -> Bool {
    let told = Told(failure: failure, file: try? FileStatus(of: file, followingSymlinks: true))
    return last.withLock { last in
      defer { last = told }
      return reason == .requested || last != told
    }
  }

  func reset() { last.withLock { $0 = nil } }
}
