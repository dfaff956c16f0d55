internal import LinuxSystem
internal import ScanModel
package import Settings
package import SystemPackage

extension Program {
  /// Changes one setting in the file, keeping comments and everything else. A running watcher applies it by itself.
  /// - Parameters:
  ///   - name: As in the file.
  ///   - values: A single one, unless the setting is a list.
  ///   - directories: Directories of the user whose settings to change.
  /// - Throws: `SettingsFailure`; nothing has changed in that case.
  package static func change(
    _ name: String, to values: [String], in directories: XDGDirectories
  ) throws(SettingsFailure) {
    try makeFolder(directories)
    try loader(directories).set(name, to: values, in: directories.settingsFile)
  }

  /// Changes the watched folders.
  /// - Throws: `SettingsFailure`, also for a name that is not UTF-8: YAML has no other text (YAML 1.2, 5.2).
  package static func changeFolders(
    to folders: [FilePath], in directories: XDGDirectories
  ) throws(SettingsFailure) {
    var names: [String] = []
    for folder in folders {
      guard let name = String(validating: folder) else {
        throw SettingsFailure([
          .init(
            .file(directories.settingsFile, line: nil), key: "directories",
            reason: "it can hold names in UTF-8 only, which \(folder.displayName) is not")
        ])
      }
      names.append(name)
    }
    try change("directories", to: names, in: directories)
  }

  /// Makes the folder of the settings, for the user only; one that exists is the user's affair.
  private static func makeFolder(_ directories: XDGDirectories) throws(SettingsFailure) {
    guard (try? FileStatus(of: directories.configuration, followingSymlinks: true)) == nil else { return }
    do throws(PrivateDirectory.Refusal) {
      _ = try PrivateDirectory.open(directories.configuration)
    } catch {
      let reason = if case .system(let error) = error { error.reason } else { "something else is in its place" }
      throw SettingsFailure([
        .init(.file(directories.configuration, line: nil), reason: "cannot be made: \(reason)")
      ])
    }
  }
}
