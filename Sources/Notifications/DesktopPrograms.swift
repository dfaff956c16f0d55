package import FoundationEssentials
package import LinuxSystem
package import SystemPackage

/// Opens windows for the user: our own, a terminal with one of our commands, or the settings in an editor.
///
/// Nothing of a screenshot becomes an argument: an identifier that is a UUID, or nothing.
package struct DesktopPrograms: Sendable {
  /// Terminals and what stands before the command, in this order: the desktop's choice, the system's, then known ones.
  private static let terminals: [(name: String, before: [String])] = [
    ("xdg-terminal-exec", []), ("x-terminal-emulator", ["-e"]), ("gnome-terminal", ["--"]), ("kgx", ["--"]),
    ("konsole", ["-e"]), ("xfce4-terminal", ["-x"]), ("foot", []), ("kitty", []), ("alacritty", ["-e"]),
    ("xterm", ["-e"]),
  ]

  private let launcher: LauncherProcess?
  private let environment: [String: String]
  private let command: FilePath

  /// - Parameters:
  ///   - environment: Of the session.
  ///   - folder: Where `ocr-scan` is.
  ///   - launcher: Starts them outside the confinement of the daemon; nil if nothing can be opened.
  package init(environment: [String: String], folder: FilePath, launcher: LauncherProcess?) {
    self.environment = environment
    self.launcher = launcher
    command = folder.appending("ocr-scan")
  }

  /// Shows an entry with its reasons, or without one the entries that ask for a check; in our own window where it is
  /// installed.
  /// - Returns: False if no window could be opened.
  package func showDetails(_ scanID: UUID?) -> Bool {
    if hasDisplay, let window = window {
      if start(window, scanID.map { [$0.uuidString.lowercased()] } ?? []) { return true }
    }
    let entry = scanID.map { ["show", $0.uuidString.lowercased()] } ?? ["list", "--to-review"]
    return openTerminal(["history"] + entry + ["--pause"])
  }

  /// Lets the user choose a screenshot by hand.
  /// - Returns: False if no window could be opened.
  package func chooseScreenshot() -> Bool { openTerminal(["pick", "--pause"]) }

  /// Opens a file in the program that the user has for such files.
  /// - Returns: False if no window could be opened.
  package func open(_ file: FilePath) -> Bool {
    guard hasDisplay, let program = find("xdg-open") else { return false }
    return start(program, [file.string])
  }

  private func openTerminal(_ arguments: [String]) -> Bool {
    guard hasDisplay else { return false }
    return Self.terminals.contains { terminal in
      find(terminal.name).map { start($0, terminal.before + [command.string] + arguments) } ?? false
    }
  }

  /// The one beside our own command, if there is one; a service's search path need not have that folder.
  private var window: FilePath? {
    let paths = [command.removingLastComponent().string, environment["PATH"] ?? ""]
    return ProgramSearch.find("ocr-scan-window", in: paths.joined(separator: ":"))
  }

  /// Starts programs outside the daemon's service, whose limits, and end, would be those of the window otherwise. Nil where
  /// the daemon is not a service (systemd.exec(5), INVOCATION_ID).
  private var serviceManager: FilePath? {
    environment["INVOCATION_ID"] == nil ? nil : find("systemd-run")
  }

  /// The desktop tells it to the programs that it starts, and to the service manager, which may have started this one
  /// before.
  private var hasDisplay: Bool {
    environment["WAYLAND_DISPLAY"] != nil || environment["DISPLAY"] != nil || serviceManager != nil
  }

  private func find(_ name: String) -> FilePath? { ProgramSearch.find(name, in: environment["PATH"] ?? "") }

  private func start(_ program: FilePath, _ arguments: [String]) -> Bool {
    guard let launcher else { return false }
    if let serviceManager {
      let detached = ["--user", "--collect", "--quiet", "--", program.string] + arguments
      if (try? launcher.start(serviceManager, detached)) != nil { return true }
    }
    return (try? launcher.start(program, arguments)) != nil
  }
}
