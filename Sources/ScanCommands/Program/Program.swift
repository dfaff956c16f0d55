internal import EventLog
internal import Foundation
internal import ScanHistory
internal import ScanModel
internal import ScanService
internal import ScanSettings
internal import SystemPackage

/// The surroundings of a command: whose files, which settings.
struct Program {
  let environment: [String: String]
  let directories: XDGDirectories
  let settings: Settings

  /// Loads the settings of the user.
  /// - Throws: `ScanFailure` with `invalid_configuration`.
  init(environment: [String: String]) throws(ScanFailure) {
    self.environment = environment
    do {
      directories = try XDGDirectories(environment: environment)
      settings = try Self.loader(directories).load(file: directories.settingsFile, environment: environment)
    } catch {
      throw error.scanFailure
    }
  }

  /// Reads and changes the settings, with the defaults of this machine.
  static func loader(_ directories: XDGDirectories) -> SettingsLoader {
    SettingsLoader(
      home: directories.home, defaults: Settings(processorCount: ProcessInfo.processInfo.activeProcessorCount))
  }

  var events: EventLog { EventLog(directory: directories.state) }

  /// Opens the history for reading and writing.
  /// - Throws: `ScanFailure` of the storage.
  func history() throws(ScanFailure) -> HistoryStore {
    do {
      return try HistoryStore(in: directories.data)
    } catch {
      throw error.scanFailure
    }
  }

  /// Opens the history for reading; nil if there is none yet.
  /// - Throws: `ScanFailure` of the storage.
  func existingHistory() throws(ScanFailure) -> HistoryStore? {
    do {
      return try HistoryStore.readOnly(in: directories.data)
    } catch {
      throw error.scanFailure
    }
  }

  func setup(_ settings: Settings) throws(ScanFailure) -> ScanSetup {
    ScanSetup(
      settings: settings, files: try ProgramFiles(), events: events, userRules: directories.rulesDirectory)
  }
}
