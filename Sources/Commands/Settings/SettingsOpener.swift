internal import Application
internal import LinuxSystem
internal import Notifications
internal import Pipeline
internal import Settings

/// Opens the settings file in the user's editor.
struct SettingsOpener: Sendable {
  let directories: XDGDirectories
  let desktop: DesktopPrograms

  /// Opens the file; if there is none, first creates one that explains every setting.
  /// - Returns: False if no window could be opened.
  func open() -> Bool {
    let file = directories.settingsFile
    if (try? FileStatus(of: file, followingSymlinks: true)) == nil {
      _ = try? PrivateDirectory.open(directories.configuration)
      try? Program.loader(directories).createExample(at: file)
    }
    return desktop.open(file)
  }
}
