package import EventLog
internal import Foundation
package import History
internal import LinuxSystem
package import Pipeline
package import ScanModel
package import ScreenshotLibrary
package import Settings
package import SystemPackage
package import WorkerClient

package struct Program: Sendable {
  package let environment: [String: String]
  package let directories: XDGDirectories
  package let settings: Settings
  /// From `OCR_SCAN_LOG_LEVEL`, for investigating problems: debug adds file names and source locations.
  private let logLevel: EventLevel
  private static let logLevelName = "OCR_SCAN_LOG_LEVEL"

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
      throw ScanFailure(.invalidConfiguration, subject: "\(Self.logLevelName)", detail: "it must be one of \(allowed)")
    }
    logLevel = level
  }

  package static func loader(_ directories: XDGDirectories) -> SettingsLoader {
    SettingsLoader(
      home: directories.home, defaults: Settings(processorCount: ProcessInfo.processInfo.activeProcessorCount))
  }

  package var events: EventLog { EventLog(directory: directories.state, minimumLevel: logLevel) }

  /// Where screenshots are: the folders of the settings, or else the usual ones of the desktop.
  package var screenshotFolders: [ScreenshotFolders.Choice] {
    ScreenshotFolders.choose(configured: settings.directories, environment: DesktopEnvironment(variables: environment))
  }

  /// Candidates for the locks' folder. In a session of another user (su(1)) the first one often belongs to that user.
  package var lockDirectories: [FilePath] { [directories.runtime, directories.state.appending("runtime")] }

  /// Whether the history keeps links whole, also those of entries of earlier versions.
  package var keepsLinks: Bool { settings.storedText == .full }

  package func history() throws(ScanFailure) -> HistoryStore {
    do {
      return try HistoryStore(in: directories.data, keepsLinks: keepsLinks)
    } catch {
      throw error.scanFailure
    }
  }

  package func existingHistory() throws(ScanFailure) -> HistoryStore? {
    do {
      return try HistoryStore.readOnly(in: directories.data, keepsLinks: keepsLinks)
    } catch {
      throw error.scanFailure
    }
  }

  /// Sets a damaged history aside, where it is kept in any case, and begins a new one with what can be read of it.
  /// - Returns: How many entries could be brought over, and where the damaged file is; nil if nothing is damaged.
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

// Where to get help: in the country of the settings, or else of the locale. Never determined over a network.
extension Program {
  package var localHelp: LocalHelp { LocalHelp(folder: (try? ProgramFiles())?.countries) }

  /// Where the user lives; nil if neither settings nor locale tell.
  package var country: CountryCode? { settings.country ?? CountryCode(localeIn: environment) }

  /// The steps for where the user lives; general ones if the country's file cannot be used: someone who was just
  /// deceived does not need an error. `ocr-scan advice` reports it.
  package func helpSteps(_ category: RiskCategory) -> HelpSteps {
    let language = CountryCode.language(localeIn: environment)
    return (try? localHelp.steps(category: category, country: country, language: language))
      ?? HelpSteps(category: category, help: nil, language: language)
  }
}

extension Program {
  /// Changes one setting in the file, to a single value unless it is a list. A running watcher applies it by itself.
  /// - Throws: `ScanFailure` with `invalid_configuration`; nothing has changed in that case.
  package static func change(_ name: String, to values: [String], in directories: XDGDirectories) throws(ScanFailure) {
    do {
      try makeFolder(directories)
      try loader(directories).set(name, to: values, in: directories.settingsFile)
    } catch {
      throw error.scanFailure
    }
  }

  /// - Throws: As `change`, also for a name that is not UTF-8: YAML has no other text (YAML 1.2, 5.2).
  package static func changeFolders(to folders: [FilePath], in directories: XDGDirectories) throws(ScanFailure) {
    let names = try folders.map { folder throws(ScanFailure) in
      guard let name = String(validating: folder) else {
        throw SettingsFailure(
          .file(directories.settingsFile, line: nil),
          reason: "it can hold names in UTF-8 only, which \(folder.displayName) is not"
        ).scanFailure
      }
      return name
    }
    try change("directories", to: names, in: directories)
  }

  /// Makes the folder of the settings, for the user only; one that exists is the user's affair.
  private static func makeFolder(_ directories: XDGDirectories) throws(SettingsFailure) {
    guard directories.configuration.fileKind == nil else { return }
    do throws(PrivateDirectory.Refusal) {
      _ = try PrivateDirectory.open(directories.configuration)
    } catch {
      let reason: Message =
        if case .system(let error) = error { "\(error.reason)" } else { "something else is in its place" }
      throw SettingsFailure(.file(directories.configuration, line: nil), reason: "cannot be made: \(reason)")
    }
  }
}

// How interactive programs scan: the history is only read, and opened for writing when there is something to store.
extension Program {
  /// Builds the pipeline. A history that cannot be read does not prevent scanning.
  package func pipeline(_ builder: PipelineBuilder, pool: WorkerPool) throws(ScanFailure) -> ScanPipeline {
    builder.pipeline(
      pool: pool, analyzer: try builder.analyzer(), history: try? existingHistory(), persistence: persistence)
  }

  package var persistence: PersistenceStage {
    let (directory, keepsLinks) = (directories.data, keepsLinks)
    return PersistenceStage(storedText: settings.storedText) { () throws(HistoryFailure) in
      try HistoryStore(in: directory, keepsLinks: keepsLinks)
    }
  }

  /// What is known about earlier messages; nothing without a readable history. `sha256` is the picture to be judged.
  package func feedback(about sha256: String? = nil) async -> FeedbackList {
    guard let history = try? existingHistory() else { return .empty }
    return (try? await history.feedbackList(about: sha256)) ?? .empty
  }
}

extension ScanFailure {
  package init?(_ error: any Error) {
    switch error {
    case let failure as ScanFailure: self = failure
    case let failure as HistoryFailure: self = failure.scanFailure
    case let failure as SettingsFailure: self = failure.scanFailure
    case let failure as CountryHelpFailure:
      self = ScanFailure(.invalidConfiguration, subject: "The list of a country", detail: "\(failure.description)")
    default: return nil
    }
  }
}

package enum ProgramVersion {
  package static let text = "0.1.0"
}
