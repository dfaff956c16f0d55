internal import DesktopAlerts
internal import EventLog
internal import Foundation
internal import LinuxSystem
internal import Logging
internal import ScanHistory
internal import ScanModel
internal import ScanService
internal import ScanSettings
internal import ScreenshotLibrary
internal import ServiceLifecycle
internal import ServiceManager
internal import SystemPackage
internal import UnixSignals
internal import WorkerClient

/// Puts the daemon together and runs it until it is told to stop.
struct WatchSetup {
  private let program: Program
  private let folders: [FilePath]
  private let console: Console
  private let json: Bool
  private let logger: Logger

  /// Chooses the folders: those of the command line, else of the settings, else the usual ones of the desktop.
  /// - Throws: `ScanFailure` with `folder_not_found`.
  init(program: Program, folders: [FilePath], console: Console, json: Bool) throws(ScanFailure) {
    self.program = program
    self.console = console
    self.json = json
    logger = Logger(label: "ocr-scand") { _ in DiagnosticLog(console: console) }
    let choices = ScreenshotFolders.choose(
      configured: folders.isEmpty ? program.settings.directories : folders,
      environment: DesktopEnvironment(variables: program.environment),
      workingDirectory: try? FilePath.workingDirectory())
    guard !choices.isEmpty else { throw ScanFailure(.folderNotFound) }
    self.folders = choices.map(\.folder)
  }

  /// Runs until SIGTERM, SIGINT, or SIGHUP (its terminal was closed).
  /// - Throws: `ScanFailure`.
  func run() async throws {
    let serviceManager = ServiceManager()
    let isScanning = program.settings.automaticScanning
    introduce()
    let service: any Service =
      isScanning ? try await watchService(serviceManager) : IdleService(serviceManager: serviceManager)
    if !isScanning { console.report(FailureCatalog.describe(ScanFailure(.autoScanDisabled))) }
    let group = ServiceGroup(
      configuration: ServiceGroupConfiguration(
        services: [.init(service: service, successTerminationBehavior: .gracefullyShutdownGroup)],
        gracefulShutdownSignals: [.sigterm, .sigint, .sighup], logger: logger))
    try await group.run()
  }

  /// Says what is watched, what is kept, and that nothing leaves the machine.
  private func introduce() {
    let names = folders.map(\.displayName).joined(separator: ", ")
    console.note("Watching \(names) for new screenshots.")
    console.note(
      "Each is read on this computer only; results are kept for \(program.settings.retentionDays) days in "
        + "\(program.directories.data.displayName). Nothing is sent anywhere.")
  }

  private func watchService(_ serviceManager: ServiceManager) async throws -> WatchService {
    let setup = try program.setup(program.settings)
    let analyzer = try setup.analyzer()
    let history = try openHistory()
    let pool = try setup.pool(keepingSpare: true)
    do {
      // A watcher that cannot read would record a failure for every screenshot; better not to start.
      _ = try await ReadingCheck.run(pool, program.settings)
    } catch {
      pool.shutDown()
      throw error
    }
    let settings = program.settings
    let renderer = ReportRenderer(console: console, json: json, showsText: false)
    let console = self.console
    do throws(SystemError) {
      let alerter = try DesktopAlerter(busAddress: SessionBusAddress.find(in: program.environment))
      return WatchService(
        WatchParts(
          folders: folders, watcher: try FolderWatcher(folders: folders),
          scanner: setup.scanner(pool: pool, analyzer: analyzer), pool: pool, shares: settings.workers,
          history: history, events: setup.events, alerter: alerter,
          alertLevels: settings.alertLevel == .high ? [.high] : [.medium, .high],
          alertDuration: settings.alertDuration, alertSound: settings.alertSound, storedText: settings.storedText,
          retentionDays: settings.retentionDays, serviceManager: serviceManager, logger: logger,
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

  /// Opens the history; a damaged one is set aside and kept, and a new one is begun.
  private func openHistory() throws(ScanFailure) -> HistoryStore {
    do {
      return try HistoryStore(in: program.directories.data)
    } catch {
      guard error.code == .corrupt else { throw error.scanFailure }
      console.report(FailureCatalog.describe(error.scanFailure))
    }
    do {
      if let kept = try HistoryStore.setAside(in: program.directories.data, at: Date()) {
        console.note("The damaged history was set aside as \(kept.displayName).")
      }
      return try HistoryStore(in: program.directories.data)
    } catch {
      throw error.scanFailure
    }
  }
}

/// What runs while automatic scanning is off: nothing, until it is told to stop.
struct IdleService: Service {
  let serviceManager: ServiceManager

  func run() async throws {
    serviceManager.ready()
    serviceManager.status("Automatic scanning is off")
    try? await gracefulShutdown()
    serviceManager.stopping()
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
    console.note(SafeText.escaped("\(event.level): \(event.message)\(details)"))
  }
}
