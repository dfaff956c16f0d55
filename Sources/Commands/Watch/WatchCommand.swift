internal import Application
internal import ArgumentParser
internal import Daemon
internal import Foundation
internal import Glibc
internal import LinuxSystem
internal import Notifications
internal import ScanModel
internal import Settings
internal import SystemPackage

struct WatchCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "ocr-scand",
    abstract: "Watches the screenshots folder and warns when a screenshot looks like a scam.",
    discussion: """
      Reads every picture (PNG, JPEG, WebP) that is saved in the folder, on this computer only, and keeps the result in the history.

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

  /// Whoever reads what the daemon says may have stopped, and the daemon goes on. A choice: 1 MB of reports waits.
  private static let notes = WriteQueue(label: "notes", capacity: 1_000)
  private static let reports = WriteQueue(label: "reports", capacity: 1 << 20)

  mutating func validate() throws {
    if folders.contains("") { throw ValidationError("--directory takes the name of a folder.") }
  }

  func run(_ console: Console) async throws -> ExitStatus {
    ResidentMemory.useOneHeap()
    // The daemon must survive a reader of its reports that goes away.
    signal(SIGPIPE, SIG_IGN)
    // Once it has its lock it may be told to look again, which it does at its start, and which must not end it.
    signal(SIGHUP, SIG_IGN)
    var program = try Program(environment: console.environment)
    let (lock, hasWaited) = try await Self.lock(in: program.directories, console)
    defer { withExtendedLifetime(lock) {} }
    // The settings may have changed meanwhile; broken ones are no reason to leave nobody watching.
    if hasWaited {
      do throws(ScanFailure) {
        program = try Program(environment: console.environment)
      } catch {
        console.report(FailureCatalog.describe(error))
      }
    }
    let renderer = ReportRenderer(console: console, json: json, showsText: false)
    let daemon = try DaemonBuilder(
      program.daemonConfiguration, folders: RawArguments.paths(folders),
      output: Self.output(console, renderer),
      reloading: { () throws(ScanFailure) in
        try Program(environment: console.environment).daemonConfiguration
      })
    defer { Self.notes.finish(within: .seconds(2)) }
    try await daemon.run()
    return .success
  }

  /// Writes what the daemon says while that goes on. How many reports did not fit is told once there is room.
  private static func output(_ console: Console, _ renderer: ReportRenderer) -> DaemonOutput {
    let isJournal = !renderer.json && ServiceJournal.isTarget(STDOUT_FILENO, console.environment)
    return DaemonOutput(
      note: { line in Self.notes.add { console.note(line) } },
      failure: { failure in Self.notes.add { console.report(failure) } },
      report: { report in
        // Beside its text and its reasons, a report takes some 2 kB.
        let size = 2_000 + (report.text?.utf8.count ?? 0)
        let fits = Self.reports.add(size: size) {
          let refused = Self.reports.takeRefused()
          if refused > 0 {
            Self.notes.add { console.note("Not printed, because nobody read those before: \(refused) reports") }
          }
          if isJournal {
            try? console.print(ServiceJournal.line(report))
            if let error = report.error { console.keep(error, scanID: UUID(uuidString: report.id)) }
          } else {
            try? renderer.show(report)
          }
        }
        if !fits, let error = report.error { console.keep(error, scanID: UUID(uuidString: report.id)) }
      })
  }

  /// Whether systemd started this process itself: a child inherits both variables (systemd.exec(5)).
  private static func isService(_ environment: [String: String]) -> Bool {
    environment["NOTIFY_SOCKET"] != nil && environment["SYSTEMD_EXEC_PID"] == "\(getpid())"
  }

  /// Takes the locks. While another daemon runs, a service waits without any: systemd would start it a few times only,
  /// and when the other one ends, nobody would watch.
  private static func lock(
    in directories: XDGDirectories, _ console: Console
  ) async throws -> (lock: DaemonLock, hasWaited: Bool) {
    do throws(ScanFailure) {
      return (try DaemonLock.acquire(in: directories), false)
    } catch {
      guard error.code == .scanInProgress, isService(console.environment) else { throw error }
      let failure = FailureCatalog.describe(error)
      console.report(failure)
      let manager = ServiceManager()
      manager.status("Waiting: \(failure.message.english)")
      manager.ready()
      let holder = DaemonLock.look(in: directories)
      repeat {
        // Without a watchdog as often as with that of the unit.
        try await Task.sleep(for: (manager.watchdogInterval ?? .seconds(30)) / 2)
        manager.ping()
        // Once another one has it, the status names that.
      } while holder != .free && DaemonLock.look(in: directories) == holder
      return (try await lock(in: directories, console).lock, true)
    }
  }
}

extension Program {
  fileprivate var daemonConfiguration: DaemonConfiguration {
    let desktop = DesktopFallback.desktop(environment, "/")
    return DaemonConfiguration(
      environment: environment, directories: directories, settings: settings, events: events,
      version: ProgramVersion.text,
      pipelineBuilder: { settings throws(ScanFailure) in try setup(settings) }, launcher: ProgramSandbox.launcher,
      openSettings: { desktop.openSettings(directories) })
  }
}

/// What a service prints. Others may read the journal, for a long time, so a line names no file and nothing found in
/// it, only the outcome and the beginning of the hash, which tells screenshots apart.
enum ServiceJournal {
  /// Whether a descriptor leads to the journal, of which `JOURNAL_STREAM` has device and inode (systemd.exec(5)).
  static func isTarget(_ descriptor: Int32, _ environment: [String: String]) -> Bool {
    var status = stat()
    guard let stream = environment["JOURNAL_STREAM"], unsafe fstat(descriptor, &status) == 0 else { return false }
    return stream == "\(status.st_dev):\(status.st_ino)"
  }

  static func line(_ report: ScanReport) -> String {
    let name = report.sha256.map { String($0.prefix(8)) } ?? "unread"
    let time = report.timings.total.map { " (\(RelativeTime.duration(milliseconds: $0, inEnglish: true)))" } ?? ""
    let outcome = report.error?.code.rawValue ?? "\(report.riskLevel.rawValue) risk"
    return "Screenshot \(name): \(outcome)\(time)"
  }
}
