internal import LinuxSystem
package import Settings

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

  /// Creates the settings folder, accessible only to the user. Permissions of an existing one are left to the user.
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
