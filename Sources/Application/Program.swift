package import EventLog
internal import Foundation
package import History
package import Pipeline
package import ScanModel
package import ScreenshotLibrary
package import Settings
package import SystemPackage

/// The context of an interactive program: the user's directories and settings.
package struct Program: Sendable {
  package let environment: [String: String]
  package let directories: XDGDirectories
  package let settings: Settings
  /// From `OCR_SCAN_LOG_LEVEL`, for investigating problems: debug adds file names and source locations.
  private let logLevel: EventLevel
  private static let logLevelName = "OCR_SCAN_LOG_LEVEL"

  /// Loads the settings of the user.
  /// - Throws: `ScanFailure` with `invalid_configuration`.
  package init(environment: [String: String]) throws(ScanFailure) {
    self.environment = environment
    do {
      directories = try XDGDirectories(environment: environment)
      settings = try Self.loader(directories).load(file: directories.settingsFile, environment: environment)
    } catch {
      throw error.scanFailure
    }
    let level = environment[Self.logLevelName].flatMap { $0.isEmpty ? nil : $0 } ?? EventLevel.info.rawValue
    guard let level = EventLevel(rawValue: level) else {
      let allowed = EventLevel.allCases.map(\.rawValue).joined(separator: ", ")
      throw ScanFailure(.invalidConfiguration, subject: Self.logLevelName, detail: "it must be one of \(allowed)")
    }
    logLevel = level
  }

  /// Reads and changes the settings, with the defaults of this machine.
  package static func loader(_ directories: XDGDirectories) -> SettingsLoader {
    SettingsLoader(
      home: directories.home, defaults: Settings(processorCount: ProcessInfo.processInfo.activeProcessorCount))
  }

  package var events: EventLog { EventLog(directory: directories.state, minimumLevel: logLevel) }

  /// Where screenshots are: the folders of the settings, or else the usual ones of the desktop.
  package var screenshotFolders: [ScreenshotFolders.Choice] {
    ScreenshotFolders.choose(
      configured: settings.directories, environment: DesktopEnvironment(variables: environment))
  }

  /// Candidates for the locks' folder. In a session of another user (su(1)) the first one often belongs to that user.
  package var lockDirectories: [FilePath] { [directories.runtime, directories.state.appending("runtime")] }

  /// Whether the history keeps links whole, also those of entries of earlier versions.
  package var keepsLinks: Bool { settings.storedText == .full }

  /// Opens the history for reading and writing.
  /// - Throws: `ScanFailure` of the storage.
  package func history() throws(ScanFailure) -> HistoryStore {
    do {
      return try HistoryStore(in: directories.data, keepsLinks: keepsLinks)
    } catch {
      throw error.scanFailure
    }
  }

  /// Opens the history for reading; nil if there is none yet.
  /// - Throws: `ScanFailure` of the storage.
  package func existingHistory() throws(ScanFailure) -> HistoryStore? {
    do {
      return try HistoryStore.readOnly(in: directories.data, keepsLinks: keepsLinks)
    } catch {
      throw error.scanFailure
    }
  }

  /// Sets a damaged history aside and begins a new one with what can be read of it, as the watcher does.
  /// - Returns: How many entries could be brought over, and where the damaged file is; nil if nothing is damaged.
  /// - Throws: `ScanFailure` of the storage; the damaged file is kept in any case.
  package func rebuildHistory() async throws(ScanFailure) -> (entries: Int, kept: FilePath)? {
    do throws(HistoryFailure) {
      guard let kept = try HistoryStore.setAside(in: directories.data, at: Date()) else { return nil }
      let history = try HistoryStore(in: directories.data, keepsLinks: keepsLinks)
      defer { history.close() }
      return (try await history.salvage(from: kept).entries, kept)
    } catch {
      if error.code == .missing { return nil }
      throw error.scanFailure
    }
  }

  package func setup(_ settings: Settings) throws(ScanFailure) -> PipelineBuilder {
    PipelineBuilder(
      settings: settings, files: try ProgramFiles(), events: events, userRules: directories.rulesDirectory)
  }
}
