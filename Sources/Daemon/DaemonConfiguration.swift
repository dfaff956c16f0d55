package import EventLog
package import LinuxSystem
internal import Logging
package import Pipeline
package import ScanModel
package import Settings

/// What a daemon is built from: the settings at one moment and the environment of the program.
package struct DaemonConfiguration: Sendable {
  package var environment: [String: String]
  package var directories: XDGDirectories
  package var settings: Settings
  package var events: EventLog
  /// Version of the program. A screenshot that one version set aside is tried again by another.
  package var version: String
  /// What scanning needs with some settings; throws if the program's own files cannot be found.
  package var pipelineBuilder: @Sendable (Settings) throws(ScanFailure) -> PipelineBuilder
  /// Starts programs outside the confinement of the daemon; nil if none can be started.
  package var launcher: LauncherProcess?
  /// Opens the settings file, creating it if necessary; false if no window could be opened.
  package var openSettings: @Sendable () -> Bool

  package init(
    environment: [String: String], directories: XDGDirectories, settings: Settings, events: EventLog,
    version: String, pipelineBuilder: @escaping @Sendable (Settings) throws(ScanFailure) -> PipelineBuilder,
    launcher: LauncherProcess?, openSettings: @escaping @Sendable () -> Bool
  ) {
    self.environment = environment
    self.directories = directories
    self.settings = settings
    self.events = events
    self.version = version
    self.pipelineBuilder = pipelineBuilder
    self.launcher = launcher
    self.openSettings = openSettings
  }
}

package struct DaemonOutput: Sendable {
  /// Writes one line to standard error.
  package var note: @Sendable (String) -> Void
  /// Reports a failure that does not concern a screenshot.
  package var failure: @Sendable (FailureDescription) -> Void
  package var report: @Sendable (ScanReport) -> Void

  package init(
    note: @escaping @Sendable (String) -> Void, failure: @escaping @Sendable (FailureDescription) -> Void,
    report: @escaping @Sendable (ScanReport) -> Void
  ) {
    self.note = note
    self.failure = failure
    self.report = report
  }
}

/// Writes log messages as notes of one line each; the journal adds the time.
struct DiagnosticLog: LogHandler {
  var logLevel = Logger.Level.warning
  var metadata: Logger.Metadata = [:]
  let note: @Sendable (String) -> Void

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    let details = metadata.merging(event.metadata ?? [:]) { $1 }
      .sorted { $0.key < $1.key }
      .map { " \($0.key)=\($0.value)" }
      .joined()
    note(TerminalEscaping.escaped("\(event.level): \(event.message)\(details)"))
  }
}
