internal import Application
internal import Foundation
internal import Glibc
internal import LinuxSystem
internal import Pipeline
internal import ScanModel
internal import Settings
internal import SystemPackage

/// What a program gives up before it does anything else: the network, new privileges and readable memory; the watcher
/// also gives up changing any files but its own and running any program but the worker (docs/security.md).
enum Confinement {
  /// Confines the command, which may write wherever its user may.
  ///
  /// Must be called before the first thread is started, because Landlock confines only the calling thread and those
  /// that it starts. Ends the process if any of it fails.
  static func enterCommand() {
    // systemd starts programs with SIGPIPE ignored (systemd.exec(5), IgnoreSIGPIPE=); a reader that goes away is no error.
    signal(SIGPIPE, SIG_DFL)
    // Only commands that may have to open a window need one, and only without a terminal.
    if !Console.hasTerminal, CommandLine.arguments.contains(where: { ["latest", "open", "clipboard"].contains($0) }) {
      ProgramSandbox.startLauncher()
    }
    let environment = ProcessInfo.processInfo.environment
    let asksXServer = CommandLine.arguments.dropFirst().first == "clipboard" && environment["DISPLAY"] != nil
    enter(ProgramSandbox.Rights(writable: [], programFolder: nil, asksXServer: asksXServer), environment)
  }

  /// Confines the watcher; otherwise like `enterCommand`.
  static func enterWatcher() {
    ProgramSandbox.startLauncher()
    // Everything the watcher writes is private, whatever the session's umask.
    umask(0o077)
    let environment = ProcessInfo.processInfo.environment
    enter(watcherRights(environment), environment)
  }

  /// Grants the parents of the watcher's directories: to Landlock, a directory that is deleted and made again is a
  /// different one, and something mounted over it hides it.
  private static func watcherRights(_ environment: [String: String]) -> ProgramSandbox.Rights {
    // Without a home directory the watcher ends before it writes anything.
    guard let directories = try? XDGDirectories(environment: environment), let files = try? ProgramFiles() else {
      return ProgramSandbox.Rights(writable: ["/dev/null"], programFolder: "/nonexistent")
    }
    let worker = (try? files.worker()) ?? files.folder.appending("none")
    return ProgramSandbox.Rights(
      writable: [directories.data, directories.state, directories.runtime].map { existing($0.removingLastComponent()) }
        + settingsDirectory(directories),
      programFolder: worker.removingLastComponent())
  }

  /// Where the watcher writes an example of the settings when the user asks for them and there are none. The directory
  /// itself, not its parent, which also holds programs to run at login.
  private static func settingsDirectory(_ directories: XDGDirectories) -> [FilePath] {
    (try? PrivateDirectory.create(directories.configuration)) == nil ? [] : [directories.configuration]
  }

  /// The directory, created if it is missing; if that fails, its nearest existing parent.
  private static func existing(_ directory: FilePath) -> FilePath {
    try? PrivateDirectory.create(directory)
    var path = directory
    while path.fileKind == nil, path.removeLastComponent() {}
    return path
  }

  private static func enter(_ rights: ProgramSandbox.Rights, _ environment: [String: String]) {
    do {
      try ProgramSandbox.enter(rights, environment)
    } catch {
      Console(.auto, environment: environment).report(FailureCatalog.describe(error))
      exit(error.code.exitStatus.rawValue)
    }
  }
}
