package import ArgumentParser
internal import Daemon
internal import Glibc
internal import History
internal import LinuxSystem
internal import Logging
internal import Notifications
internal import ScanModel
internal import ScreenshotLibrary
internal import ServiceLifecycle
internal import Settings
internal import SystemPackage

/// `ocr-scand`: watches the screenshots folder in the foreground; systemd runs it in the background.
package struct WatchCommand: AsyncParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "ocr-scand",
    abstract: "Watches the screenshots folder and warns when a screenshot looks like a scam.",
    discussion: """
      Reads every PNG that is saved in the folder, on this computer only, and keeps the result in the history.

      EXAMPLES:
        ocr-scand
        ocr-scand --directory ~/Pictures --json
        systemctl --user enable --now ocr-scand
      """,
    version: ProgramVersion.text)

  @Option(
    name: .customLong("directory"), help: "Watch this folder instead of the usual ones. May be given more than once.",
    completion: .directory)
  var folders: [String] = []

  @Flag(help: "Print one report per line as JSON.")
  var json = false

  @OptionGroup var output: ConsoleOptions

  package init() {}

  package func run() async throws {
    ResidentMemory.useOneHeap()
    let console = output.console
    // A reader of the reports that goes away must not end the daemon.
    signal(SIGPIPE, SIG_IGN)
    try await CommandEnd.run(console) {
      let program = try Program(environment: console.environment)
      let lock = try DaemonLock.acquire(in: program.directories.runtime)
      defer { withExtendedLifetime(lock) {} }
      let watch = try WatchSetup(
        program: program, folders: folders.map(RawArguments.path), console: console, json: json)
      try await watch.run()
      return .success
    }
  }
}
