internal import FoundationEssentials
internal import History
internal import LinuxSystem
internal import Logging
internal import Notifications
internal import Pipeline
package import ScanModel
internal import ScreenshotLibrary
internal import ServiceManager
internal import Settings
package import SystemPackage
internal import WorkerClient

/// Builds daemons, each from the settings of its time.
package struct DaemonBuilder: Sendable {
  /// Folders given on the command line; empty if there are none.
  private let namedFolders: [FilePath]
  private let folders: [FilePath]
  private let configuration: DaemonConfiguration
  private let loadConfiguration: @Sendable () throws(ScanFailure) -> DaemonConfiguration
  private let output: DaemonOutput
  private let notifications: NotificationCenter
  private let logger: Logger
  let serviceManager = ServiceManager()

  /// Chooses the folders: those of the command line, or else of the settings, or else the desktop's usual ones.
  /// - Parameters:
  ///   - configuration: The current one.
  ///   - folders: Folders given on the command line.
  ///   - output: Receives what the daemon reports.
  ///   - loadConfiguration: Loads the settings again after they may have changed.
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
    let notifications = NotificationCenter(
      presenter: notifier, events: configuration.events, style: NotificationCenter.Style(configuration.settings),
      // Retries go on for up to ten minutes after the last screenshot; memory is not needed between them.
      didRetry: { ResidentMemory.release() })
    try self.init(
      configuration, folders: folders, output: output, notifications: notifications, reloading: loadConfiguration)
  }

  private init(
    _ configuration: DaemonConfiguration, folders: [FilePath], output: DaemonOutput,
    notifications: NotificationCenter,
    reloading loadConfiguration: @escaping @Sendable () throws(ScanFailure) -> DaemonConfiguration
  ) throws(ScanFailure) {
    self.configuration = configuration
    self.loadConfiguration = loadConfiguration
    self.output = output
    self.notifications = notifications
    namedFolders = folders
    logger = Logger(label: "ocr-scand") { _ in DiagnosticLog(note: output.note) }
    let choices = ScreenshotFolders.choose(
      configured: folders.isEmpty ? configuration.settings.directories : folders,
      environment: DesktopEnvironment(variables: configuration.environment),
      workingDirectory: try? FilePath.workingDirectory())
    guard !choices.isEmpty else { throw ScanFailure(.folderNotFound) }
    self.folders = choices.map(\.folder)
  }

  /// Runs until SIGTERM or SIGINT, or until its terminal is closed. SIGHUP and a change of the settings file make it
  /// load the settings again.
  /// - Throws: `ScanFailure`.
  package func run() async throws {
    let runner = DaemonRunner(first: try await mode(), serviceManager: serviceManager)
    try await runner.runAsService(watching: configuration.directories.settingsFile, logger: logger)
  }

  // MARK: Following the settings

  /// - Parameter checksHistory: Whether the history may have damage that opening it does not reveal.
  /// - Returns: A daemon that is not running yet, or `.idle` if automatic scanning is off.
  /// - Throws: `ScanFailure`.
  private func mode(checksHistory: Bool = false) async throws -> DaemonMode {
    guard configuration.settings.automaticScanning else {
      output.failure(FailureCatalog.describe(ScanFailure(.autoScanDisabled)))
      StatusFile(in: configuration.directories.runtime).write(
        DaemonStatus(text: "Automatic scanning is off", isTrouble: false))
      return .idle(makeSuccessor: makeSuccessor)
    }
    introduce()
    return .watching(try await daemon(checksHistory: checksHistory))
  }

  /// Makes what the settings now ask for; nil if nothing has changed or it fails.
  private func makeSuccessor(_ reason: ReloadReason) async -> DaemonMode? {
    do {
      let new = try loadConfiguration()
      await notifications.resolve { $0 == .invalidConfiguration }
      if reason == .settingsFile, new.settings == configuration.settings { return nil }
      let builder = try DaemonBuilder(
        new, folders: namedFolders, output: output, notifications: notifications, reloading: loadConfiguration)
      return try await builder.mode()
    } catch {
      let description = FailureCatalog.describe((error as? ScanFailure) ?? ScanFailure(.invalidConfiguration))
      output.failure(description)
      output.note("The settings of before stay in force.")
      notify(description)
      return nil
    }
  }

  /// Prints what is watched, what is kept, and that nothing leaves the machine.
  private func introduce() {
    let names = folders.map(\.displayName).joined(separator: ", ")
    output.note("Watching \(names) for new screenshots.")
    output.note(
      "Each is read on this computer only; results are kept for \(configuration.settings.retentionDays) days in "
        + "\(configuration.directories.data.displayName). Nothing is sent anywhere.")
  }

  // MARK: One daemon

  private func daemon(checksHistory: Bool) async throws -> ScanDaemon {
    let pipelines = try configuration.pipelineBuilder()
    let analyzer = try pipelines.analyzer()
    let history = try await HistoryOpener(
      directories: configuration.directories, serviceManager: serviceManager, output: output, notify: notify
    ).open(checking: checksHistory)
    let pool = try pipelines.pool(keepingSpare: true)
    let tested: SelfTest.Passed
    do {
      // A daemon that cannot read would record a failure for every screenshot, so it does not start.
      tested = try await SelfTest.run(pool, configuration.settings)
    } catch {
      pool.shutDown()
      throw error
    }
    let watcher: FolderWatcher
    do throws(SystemError) {
      watcher = try FolderWatcher(folders: folders)
    } catch {
      throw ScanFailure(.workerUnavailable, detail: "\(error.call): \(error.reason)")
    }
    let pipeline = pipelines.pipeline(
      pool: pool, analyzer: analyzer, history: history,
      persistence: PersistenceStage(storedText: configuration.settings.storedText) { history },
      alertLevels: configuration.settings.alertLevel == .high ? [.high] : [.medium, .high])
    let stages = ScanStages(pipeline, .unattended(configuration.settings), pool: pool) {
      () throws(ScanFailure) in _ = try await SelfTest.run(pool, configuration.settings)
    }
    return daemon(
      pipelines, pipeline, stages, history: history, watcher: watcher,
      engine: "\(configuration.version) \(tested.engineVersion)")
  }

  private func daemon(
    _ pipelines: PipelineBuilder, _ pipeline: ScanPipeline, _ stages: ScanStages, history: HistoryStore,
    watcher: FolderWatcher, engine: String
  ) -> ScanDaemon {
    let (settings, log) = (configuration.settings, pipelines.events)
    let time = TimeSource(ContinuousClock())
    let events = DaemonEventQueue()
    let health = HealthMonitor(
      healthOutlets(releaseMemory: pipeline.releaseMemory), time: time,
      didLoseHistory: { events.send(.historyLost) })
    let outcomes = OutcomeRecorder(
      store: history, notifications: notifications, health: health,
      policy: OutcomeRecorder.Policy(
        mustNotify: { await pipeline.notification.run($0) },
        persist: { scans throws(HistoryFailure) in try await pipeline.persistence.run(.watched(scans)) },
        storable: { pipeline.persistence.storable($0) }, retentionDays: settings.retentionDays),
      didScan: output.report)
    let reader = ScreenshotReader(stages: stages, events: events)
    let queue = ScanQueue(
      folders: folders, store: history, lister: FolderLister(events: events, log: log), outcomes: outcomes,
      health: health, log: log, time: time)
    let runner = ScanRunner(
      stages: stages, store: history, engine: engine, queue: queue, outcomes: outcomes, reader: reader,
      health: health, events: events, time: time)
    let dispatcher = ScanDispatcher(
      maximumBytes: pipeline.intake.maximumBytes, stages: stages, reader: reader, queue: queue, runner: runner,
      outcomes: outcomes, health: health, log: log)
    return ScanDaemon(
      ScanDaemon.Parts(
        watcher: watcher, queue: queue, dispatcher: dispatcher, runner: runner, outcomes: outcomes, health: health,
        notifications: notifications,
        responses: NotificationResponseHandler(
          history: history, notifications: notifications, windows: windows(pipelines.files.folder),
          report: output.failure)),
      style: NotificationCenter.Style(settings), hooks: hooks(closing: history), logger: logger, events: events,
      time: time)
  }

  private func healthOutlets(releaseMemory: @escaping @Sendable () -> Void) -> HealthMonitor.Outlets {
    let statusFile = StatusFile(in: configuration.directories.runtime)
    return HealthMonitor.Outlets(
      serviceManager: serviceManager, report: output.failure, notify: notify,
      resolve: { [notifications] over in Task { await notifications.resolve { over.contains($0) } } },
      show: { statusFile.write($0) },
      releaseMemory: {
        // Also done when the last worker exits, but known screenshots and foreign files need no worker.
        releaseMemory()
        ResidentMemory.release()
      })
  }

  private func hooks(closing history: HistoryStore) -> ScanDaemon.Hooks {
    ScanDaemon.Hooks(
      makeSuccessor: makeSuccessor, beginAgain: { try await mode(checksHistory: true) },
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

  /// Shows a failure on the desktop. Does not wait: the desktop may not be there yet.
  private func notify(_ failure: FailureDescription) {
    Task { [notifications] in await notifications.show(failure) }
  }
}

extension NotificationCenter.Style {
  init(_ settings: Settings) { self.init(duration: settings.alertDuration, playsSound: settings.alertSound) }
}
