internal import ScanModel
package import SystemPackage

/// The program's directories, after the XDG Base Directory Specification 0.8. Nothing is created here.
package struct XDGDirectories: Sendable, Hashable {
  private static let folderName = "ocr-scan"

  package let home: FilePath
  package let configuration: FilePath
  package let data: FilePath
  /// Events and errors.
  package let state: FilePath
  /// Locks. Removed when the system restarts, unless `XDG_RUNTIME_DIR` is not set and it is below `state`.
  package let runtime: FilePath

  package var settingsFile: FilePath { configuration.appending("config.yaml") }
  package var rulesDirectory: FilePath { configuration.appending("rules.d") }
  package var historyFile: FilePath { data.appending("history.sqlite") }

  /// Relative paths in `XDG_*` variables are ignored, as the specification requires.
  /// - Throws: `SettingsFailure` if `HOME` is not an absolute path.
  package init(environment: [String: String]) throws(SettingsFailure) {
    func absolute(_ name: String) -> FilePath? {
      guard let text = environment[name], text.hasPrefix("/") else { return nil }
      return FilePath(text).lexicallyNormalized()
    }
    guard let home = absolute("HOME") else {
      throw SettingsFailure(.environment("HOME"), reason: "must be the path of your home directory")
    }
    self.home = home
    configuration = (absolute("XDG_CONFIG_HOME") ?? home.appending(".config")).appending(Self.folderName)
    data = (absolute("XDG_DATA_HOME") ?? home.appending(".local/share")).appending(Self.folderName)
    state = (absolute("XDG_STATE_HOME") ?? home.appending(".local/state")).appending(Self.folderName)
    runtime = absolute("XDG_RUNTIME_DIR")?.appending(Self.folderName) ?? state.appending("runtime")
  }
}
