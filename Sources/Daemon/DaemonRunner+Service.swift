internal import Logging
internal import ServiceLifecycle
internal import Settings
internal import SystemPackage
internal import UnixSignals

extension DaemonRunner {
  /// Runs until SIGTERM or SIGINT, or until the terminal is closed; reloads on SIGHUP and when the settings file changes.
  func runAsService(watching settingsFile: FilePath, hangUps: UnixSignalsSequence, logger: Logger) async throws {
    let group = ServiceGroup(
      configuration: ServiceGroupConfiguration(
        services: [.init(service: self, successTerminationBehavior: .gracefullyShutdownGroup)],
        gracefulShutdownSignals: [.sigterm, .sigint], logger: logger))
    // Without a watcher, settings are reloaded on SIGHUP only.
    let settingsWatcher = try? SettingsWatcher(file: settingsFile)
    let hangUp = HangUp()
    try await withThrowingTaskGroup(of: Void.self) { tasks in
      tasks.addTask {
        for await _ in hangUps {
          if hangUp.hasLostTerminal { await group.triggerGracefulShutdown() } else { self.reload(.requested) }
        }
      }
      if let settingsWatcher {
        tasks.addTask {
          for await _ in settingsWatcher.changes { self.reload(.settingsFile) }
        }
      }
      defer {
        tasks.cancelAll()
        settingsWatcher?.stop()
      }
      try await group.run()
    }
  }
}
