package import FoundationEssentials
package import LinuxSystem
package import SystemPackage

/// Opens windows for the user: our own, a terminal with one of our commands, or the settings in an editor. Each method
/// returns false if none could be opened. Nothing from a screenshot becomes an argument, only a UUID.
package struct DesktopPrograms: Sendable {
  /// Terminals and their arguments before the command: the desktop's choice, the system's, then known ones.
  private static let terminals: [(name: String, before: [String])] = [
    ("xdg-terminal-exec", []), ("x-terminal-emulator", ["-e"]), ("gnome-terminal", ["--"]), ("kgx", ["--"]),
    ("konsole", ["-e"]), ("xfce4-terminal", ["-x"]), ("foot", []), ("kitty", []), ("alacritty", ["-e"]),
    ("xterm", ["-e"]),
  ]

  private let launcher: LauncherProcess?
  private let environment: [String: String]
  private let command: FilePath

  /// `folder` is where `ocr-scan` is; without a launcher nothing can be opened.
  package init(environment: [String: String], folder: FilePath, launcher: LauncherProcess?) {
    self.environment = environment
    self.launcher = launcher
    command = folder.appending("ocr-scan")
  }

  /// Shows an entry with its reasons, or if nil the entries to review; in our own window if it is installed.
  package func showDetails(_ scanID: UUID?) -> Bool {
    // A service's search path need not have the folder of our own command.
    let folders = [command.removingLastComponent().string, environment["PATH"] ?? ""].joined(separator: ":")
    if hasDisplay, let window = ProgramFile.find("ocr-scan-window", in: folders),
      start(window, scanID.map { [$0.uuidString.lowercased()] } ?? [])
    {
      return true
    }
    let entry = scanID.map { ["show", $0.uuidString.lowercased()] } ?? ["list", "--to-review"]
    return openTerminal(["history"] + entry + ["--pause"])
  }

  package func chooseScreenshot() -> Bool { openTerminal(["pick", "--pause"]) }

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

  /// Starts programs outside the daemon's service, whose limits and end they would share. Nil if the daemon is none
  /// (systemd.exec(5), INVOCATION_ID).
  private var serviceManager: FilePath? {
    environment["INVOCATION_ID"] == nil ? nil : find("systemd-run")
  }

  /// The desktop names the display to the programs it starts, and to the service manager, which may have started this
  /// one earlier.
  private var hasDisplay: Bool {
    environment["WAYLAND_DISPLAY"] != nil || environment["DISPLAY"] != nil || serviceManager != nil
  }

  private func find(_ name: String) -> FilePath? { ProgramFile.find(name, in: environment["PATH"] ?? "") }

  private func start(_ program: FilePath, _ arguments: [String]) -> Bool {
    guard let launcher else { return false }
    if let serviceManager {
      let detached = ["--user", "--collect", "--quiet", "--", program.string] + arguments
      if (try? launcher.start(serviceManager, detached)) != nil { return true }
    }
    return (try? launcher.start(program, arguments)) != nil
  }
}
