internal import EventLog
internal import Foundation
internal import History
internal import LinuxSystem
internal import Logging
internal import Notifications
internal import Pipeline
internal import ScanModel
internal import ScanService
internal import ScreenshotLibrary
internal import ServiceLifecycle
internal import ServiceManager
internal import Settings
internal import SystemPackage
internal import UnixSignals
internal import WorkerClient

/// Puts the daemon together and runs it until it is told to stop.
struct WatchSetup: Sendable {
  private let program: Program
  /// Of the command line.
  private let namedFolders: [FilePath]
  private let folders: [FilePath]
  private let console: Console
  private let json: Bool
  private let logger: Logger
  private let serviceManager = ServiceManager()
  private let alerter: DesktopNotifier
  private let alerts: DesktopNotificationQueue

  /// Chooses the folders: those of the command line, else of the settings, else the usual ones of the desktop.
  /// - Throws: `ScanFailure` with `folder_not_found`.
  init(program: Program, folders: [FilePath], console: Console, json: Bool) throws(ScanFailure) {
    let alerter: DesktopNotifier
    do throws(SystemError) {
      alerter = try DesktopNotifier(busAddress: SessionBusAddress.find(in: program.environment))
    } catch {
      throw ScanFailure(.workerUnavailable, detail: "\(error.call): \(error.reason)")
    }
    let alerts = DesktopNotificationQueue(
      alerter: alerter, events: program.events, style: program.settings.alertStyle,
      // For up to ten minutes after the last screenshot; the memory is not needed between the tries.
      didRetry: { ResidentMemory.release() })
    try self.init(program: program, folders: folders, console: console, json: json, alerter: alerter, alerts: alerts)
  }

  private init(
    program: Program, folders: [FilePath], console: Console, json: Bool, alerter: DesktopNotifier,
    alerts: DesktopNotificationQueue
  ) throws(ScanFailure) {
    self.program = program
    self.console = console
    self.json = json
    self.alerter = alerter
    self.alerts = alerts
    logger = Logger(label: "ocr-scand") { _ in DiagnosticLog(console: console) }
    namedFolders = folders
    let choices = ScreenshotFolders.choose(
      configured: folders.isEmpty ? program.settings.directories : folders,
      environment: DesktopEnvironment(variables: program.environment),
      workingDirectory: try? FilePath.workingDirectory())
    guard !choices.isEmpty else { throw ScanFailure(.folderNotFound) }
    self.folders = choices.map(\.folder)
  }

  /// Runs until SIGTERM or SIGINT, or until its terminal is closed. SIGHUP and a change of the settings file make it take
  /// up the settings that hold then.
  /// - Throws: `ScanFailure`.
  func run() async throws {
    let sequence = WatchSequence(first: try await mode(), serviceManager: serviceManager)
    let group = ServiceGroup(
      configuration: ServiceGroupConfiguration(
        services: [.init(service: sequence, successTerminationBehavior: .gracefullyShutdownGroup)],
        gracefulShutdownSignals: [.sigterm, .sigint], logger: logger))
    // Without it, settings are taken up on SIGHUP only.
    let settingsWatcher = try? SettingsWatcher(file: program.directories.settingsFile)
    let hangUp = HangUp()
    try await withThrowingTaskGroup(of: Void.self) { tasks in
      tasks.addTask {
        for await _ in await UnixSignalsSequence(trapping: .sighup) {
          if hangUp.hasLostTerminal { await group.triggerGracefulShutdown() } else { sequence.reload(.requested) }
        }
      }
      if let settingsWatcher {
        tasks.addTask {
          for await _ in settingsWatcher.changes { sequence.reload(.settingsFile) }
        }
      }
      defer {
        tasks.cancelAll()
        settingsWatcher?.stop()
      }
      try await group.run()
    }
  }

  /// What the settings ask for.
  /// - Parameter checksHistory: Whether the history may be damaged without that being noticed when it is opened.
  /// - Returns: A watcher that has yet to be run, or none.
  /// - Throws: `ScanFailure`.
  private func mode(checksHistory: Bool = false) async throws -> DaemonMode {
    guard program.settings.automaticScanning else {
      console.report(FailureCatalog.describe(ScanFailure(.autoScanDisabled)))
      StatusFile(in: program.directories.runtime).write(
        DaemonStatus(text: "Automatic scanning is off", isTrouble: false))
      return .idle(makeSuccessor: makeSuccessor)
    }
    introduce()
    return .watching(try await watchService(checksHistory: checksHistory))
  }

  /// What the settings ask for now; nil if that is the same, or cannot be done.
  private func makeSuccessor(_ reason: ReloadReason) async -> DaemonMode? {
    do {
      let program = try Program(environment: program.environment)
      await alerts.settle { $0 == .invalidConfiguration }
      if reason == .settingsFile, program.settings == self.program.settings { return nil }
      let setup = try WatchSetup(
        program: program, folders: namedFolders, console: console, json: json, alerter: alerter, alerts: alerts)
      return try await setup.mode()
    } catch {
      let description = FailureCatalog.describe((error as? ScanFailure) ?? ScanFailure(.invalidConfiguration))
      console.report(description)
      console.note("The settings of before stay in force.")
      Task { [alerts] in await alerts.tell(description) }
      return nil
    }
  }

  /// Says what is watched, what is kept, and that nothing leaves the machine.
  private func introduce() {
    let names = folders.map(\.displayName).joined(separator: ", ")
    console.note("Watching \(names) for new screenshots.")
    console.note(
      "Each is read on this computer only; results are kept for \(program.settings.retentionDays) days in "
        + "\(program.directories.data.displayName). Nothing is sent anywhere.")
  }

  private func watchService(checksHistory: Bool) async throws -> ScanDaemon {
    let setup = try program.setup(program.settings)
    let analyzer = try setup.analyzer()
    let history = try await openHistory(checking: checksHistory)
    let pool = try setup.pool(keepingSpare: true)
    let settings = program.settings
    let reading: SelfTest.Passed
    do {
      // A watcher that cannot read would record a failure for every screenshot; better not to start.
      reading = try await SelfTest.run(pool, settings)
    } catch {
      pool.shutDown()
      throw error
    }
    let renderer = ReportRenderer(console: console, json: json, showsText: false)
    let console = self.console
    let statusFile = StatusFile(in: program.directories.runtime)
    do throws(SystemError) {
      return ScanDaemon(
        WatchParts(
          folders: folders, watcher: try FolderWatcher(folders: folders),
          pipeline: setup.pipeline(
            pool: pool, analyzer: analyzer, history: history,
            persistence: PersistenceStage(storedText: settings.storedText) { history },
            alertLevels: settings.alertLevel == .high ? [.high] : [.medium, .high]),
          policy: .unattended(settings), pool: pool,
          history: history, events: setup.events, alerts: alerts,
          alertStyle: settings.alertStyle,
          desktop: desktop(setup.files.folder),
          openSettings: openSettings, retentionDays: settings.retentionDays,
          engine: "\(ProgramVersion.text) \(reading.engineVersion)", serviceManager: serviceManager, logger: logger,
          checkReading: {
            do throws(ScanFailure) {
              _ = try await SelfTest.run(pool, settings)
              return nil
            } catch {
              return error
            }
          },
          makeSuccessor: makeSuccessor, beginAgain: { try await mode(checksHistory: true) },
          didChangeStatus: { statusFile.write($0) },
          didBecomeReady: {
            console.note("Ready.")
            // What starting needed is not needed again.
            ResidentMemory.release()
          },
          didScan: { report in try? renderer.show(report) },
          didFail: { failure in console.report(failure) }))
    } catch {
      throw ScanFailure(.workerUnavailable, detail: "\(error.call): \(error.reason)")
    }
  }

  // MARK: History

  /// Opens the history. A damaged one is set aside and kept, and a new one is begun with what can be read of it. A disk that
  /// is not there yet, or has no room, is waited for: the daemon may be started before it is.
  private func openHistory(checking: Bool) async throws -> HistoryStore {
    let directory = program.directories.data
    var pauses = Backoff(first: .seconds(1), longest: .seconds(60))
    var isWaiting = false
    // Reads all of it, so it is done only where there is reason to.
    var mustCheck = checking
    while true {
      do throws(HistoryFailure) {
        if mustCheck, let kept = try HistoryStore.setAside(in: directory, at: Date()) {
          return try await rebuild(HistoryStore(in: directory), from: kept)
        }
        return try HistoryStore(in: directory)
      } catch {
        if mustCheck == (error.code == .missing), [.missing, .corrupt].contains(error.code) {
          mustCheck.toggle()
          continue
        }
        guard error.code == .unavailable else { throw error.scanFailure }
        if !isWaiting { waitForHistory(error.scanFailure) }
        isWaiting = true
      }
      try await Task.sleep(for: pauses.pause())
    }
  }

  /// Tells why nothing is scanned, and the service manager that it need not wait.
  private func waitForHistory(_ failure: ScanFailure) {
    let description = FailureCatalog.describe(failure)
    console.report(description)
    StatusFile(in: program.directories.runtime).write(DaemonStatus(text: description.message, isTrouble: true))
    serviceManager.status(description.message)
    serviceManager.ready()
  }

  /// Fills a new history from a damaged one, and tells the user.
  private func rebuild(_ history: HistoryStore, from kept: FilePath) async throws(HistoryFailure) -> HistoryStore {
    let failure = FailureCatalog.describe(
      ScanFailure(.corruptData, subject: program.directories.historyFile.displayName))
    console.report(failure)
    let salvaged = try await history.salvage(from: kept)
    console.note(
      "The damaged history was set aside as \(kept.displayName); \(salvaged.entries) of its entries could be read and "
        + "are in the new one.")
    // UnprivilegedThread waits for it: the desktop may not be there yet, and the log says the same.
    Task { [alerts] in await alerts.tell(failure) }
    return history
  }

  // MARK: Settings

  private func openSettings() -> Bool {
    SettingsOpener(directories: program.directories, desktop: desktop("/")).open()
  }

  private func desktop(_ folder: FilePath) -> DesktopPrograms {
    DesktopPrograms(environment: program.environment, folder: folder, launcher: Confinement.launcher)
  }
}

extension Settings {
  /// How alerts look.
  fileprivate var alertStyle: DesktopNotificationQueue.Style {
    DesktopNotificationQueue.Style(duration: alertDuration, playsSound: alertSound)
  }
}

/// Log lines on standard error, one line each whatever they hold; the journal adds the time.
struct DiagnosticLog: LogHandler {
  let console: Console
  var logLevel = Logger.Level.warning
  var metadata: Logger.Metadata = [:]

  init(console: Console) { self.console = console }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    let details = metadata.merging(event.metadata ?? [:]) { $1 }
      .sorted { $0.key < $1.key }
      .map { " \($0.key)=\($0.value)" }
      .joined()
    console.note(TerminalEscaping.escaped("\(event.level): \(event.message)\(details)"))
  }
}
