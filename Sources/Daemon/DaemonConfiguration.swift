package import EventLog
package import LinuxSystem
package import Pipeline
package import ScanModel
package import Settings

/// What a daemon is made from: the settings of one moment and the surroundings of the program.
package struct DaemonConfiguration: Sendable {
  package var environment: [String: String]
  package var directories: XDGDirectories
  package var settings: Settings
  package var events: EventLog
  /// Of the program; what one version has set aside another may read.
  package var version: String
  /// What scanning needs with some settings; throws if the program's own files cannot be found.
  package var pipelineBuilder: @Sendable (Settings) throws(ScanFailure) -> PipelineBuilder
  /// Starts programs outside the confinement of the daemon; nil if none can be started.
  package var launcher: LauncherProcess?
  /// Opens the settings file, which is made if there is none; false if no window could be opened.
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

/// Where the daemon's words go.
package struct DaemonOutput: Sendable {
  /// One line on standard error.
  package var note: @Sendable (String) -> Void
  /// A failure that belongs to no screenshot.
  package var failure: @Sendable (FailureDescription) -> Void
  /// Every report, before it is stored.
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
