import Foundation
import Glibc
import ScanModel
import SystemPackage
import TestSupport
import Testing

/// Buttons on the alerts of the real watcher, and what a click does.
@Suite(.serialized) struct WatchAlertActionTests {
  let home = UserHome()
  let bus: TestBus
  let service: FakeNotificationService

  init() throws {
    bus = try TestBus()
    service = try FakeNotificationService(on: bus.address, capabilities: ["body", "actions"])
    Files.makeFolder(home.folder("bin"))
  }

  /// A program that records its arguments.
  private func install(_ name: String) {
    let path = home.folder("bin").appending(name)
    Files.write(
      path, Array("#!/bin/sh\nprintf '%s\\n' \"$@\" > ~/\(name).new && /bin/mv ~/\(name).new ~/\(name).args\n".utf8))
    Files.setMode(path, 0o755)
  }

  private func arguments(of name: String) async throws -> [String] {
    let file = home.folder("\(name).args")
    try await eventually { Files.mode(file) != nil }
    let lines = home.read(file).split(separator: "\n").map(String.init)
    Files.unlink(file)
    return lines
  }

  private var session: [String: String] {
    [
      "DBUS_SESSION_BUS_ADDRESS": bus.address, "DISPLAY": ":7",
      "PATH": "relative:\(home.folder("bin")):/nonexistent",
    ]
  }

  /// The programs without the window, which would open instead of a terminal.
  private func programsWithoutWindow() async throws -> FilePath {
    try await home.installPrograms(worker: try BuiltProgram.path("ocr-scan-worker"))
  }

  private func daemon(_ folder: FilePath? = nil) async throws -> DaemonRun {
    try await DaemonRun.ready(home, folder: folder, adding: session)
  }

  private func click(_ label: String, on index: Int) async throws {
    try await eventually(within: .seconds(60)) { service.ids.count > index }
    service.click(try #require(service.notifications[index].key(label), "\(label)"), on: service.ids[index])
  }

  @Test func `details open in a terminal, by the identifier alone`() async throws {
    install("xdg-terminal-exec")
    let programs = try await programsWithoutWindow()
    let daemon = try await DaemonRun.ready(home, program: programs.appending("ocr-scand"), adding: session)
    home.add(TestData.scam, as: "$(touch bad); scam.png")
    let report = try #require(try await daemon.reports(1).first)
    try await click("Details", on: 0)
    let program = programs.appending("ocr-scan").string
    #expect(try await arguments(of: "xdg-terminal-exec") == [program, "history", "show", report.id, "--pause"])
    try await eventually { service.closed == [1] }
    // The command it was told to run works.
    #expect(try await home.scan("history", "show", report.id, "--pause").status == 0)
    try await daemon.stop()
    #expect(service.notifications.count == 1)
  }

  @Test func `a watcher that is a service has the service manager open the window`() async throws {
    install("xdg-terminal-exec")
    install("systemd-run")
    var service = session
    service["DISPLAY"] = nil
    service["INVOCATION_ID"] = "0"
    let programs = try await programsWithoutWindow()
    let daemon = try await DaemonRun.ready(home, program: programs.appending("ocr-scand"), adding: service)
    home.add(TestData.scam, as: "scam.png")
    let report = try #require(try await daemon.reports(1).first)
    try await click("Details", on: 0)
    let program = programs.appending("ocr-scan").string
    let terminal = home.folder("bin").appending("xdg-terminal-exec").string
    #expect(
      try await arguments(of: "systemd-run")
        == ["--user", "--collect", "--quiet", "--", terminal, program, "history", "show", report.id, "--pause"])
    try await daemon.stop()
  }

  @Test func `without a terminal the reasons are shown in another notification`() async throws {
    let programs = try await programsWithoutWindow()
    let daemon = try await DaemonRun.ready(home, program: programs.appending("ocr-scand"), adding: session)
    home.add(TestData.scam, as: "scam.png")
    let report = try #require(try await daemon.reports(1).first)
    try await click("Details", on: 0)
    try await eventually { service.notifications.count == 2 }
    #expect(service.notifications[1].summary == "Why You Were Warned")
    #expect(service.notifications[1].body == "\(report.explanation) \(report.advice)")
    try await daemon.stop()
  }

  @Test func `details open in the window where it is installed`() async throws {
    install("xdg-terminal-exec")
    install("ocr-scan-window")
    let programs = try await programsWithoutWindow()
    let run = try await home.shell("/bin/mv ~/bin/ocr-scan-window '\(programs)/'")
    #expect(run.status == 0, "\(run.diagnostics)")
    let daemon = try await DaemonRun.ready(home, program: programs.appending("ocr-scand"), adding: session)
    home.add(TestData.scam, as: "scam.png")
    let report = try #require(try await daemon.reports(1).first)
    try await click("Details", on: 0)
    #expect(try await arguments(of: "ocr-scan-window") == [report.id])
    try await daemon.stop()
    #expect(service.notifications.count == 1)
  }

  @Test func `not a scam is learnt at once, and can be taken back`() async throws {
    let daemon = try await daemon()
    home.add(TestData.scam, as: "scam.png")
    try await daemon.reports(1)
    try await click("Not a scam", on: 0)
    try await eventually { service.notifications.count == 2 }
    let answer = service.notifications[1]
    #expect(answer.summary == "Marked As Harmless" && answer.labels == ["Undo", "Dismiss"])
    #expect(try await home.scan("history", "export").output.contains("\"verified\":\"not_scam\""))
    home.add(TestData.scam, as: "again.png")
    #expect(try await daemon.reports(2).last?.riskLevel == .low)
    try await click("Undo", on: 1)
    try await eventually { service.notifications.count == 3 }
    #expect(service.notifications[2].summary == "Mark Taken Back")
    #expect(try await home.scan("rules", "list", "--learnt").lines.isEmpty)
    #expect(try await !home.scan("history", "export").output.contains("\"verified\":\"not_scam\""))
    try await daemon.stop()
  }

  @Test func `broken settings are told until they are repaired, and can be opened`() async throws {
    install("xdg-open")
    home.configure("alert_duration: 3\n")
    let daemon = try await daemon()
    home.configure("alert_duration: soon\n")
    try await eventually { service.notifications.count == 1 }
    let alert = try #require(service.notifications.first)
    #expect(alert.summary == "Settings Not Understood")
    #expect(alert.expireTimeout == 0 && alert.hints["urgency"] == "y 2")
    #expect(alert.labels == ["Open settings", "Dismiss"])
    home.configure("alert_duration: later\n")
    try await eventually { service.notifications.count == 2 }
    try await click("Open settings", on: 1)
    #expect(try await arguments(of: "xdg-open") == [home.settingsFile.string])
    try await daemon.stop()
  }

  @Test func `a missing folder is told until it is there, and a screenshot can be chosen by hand`() async throws {
    install("x-terminal-emulator")
    install("xdg-open")
    let folder = home.folder("Later")
    let daemon = try await daemon(folder)
    try await eventually { service.notifications.count == 1 }
    #expect(service.notifications[0].summary == "No Screenshots Folder")
    #expect(service.notifications[0].expireTimeout == 0)
    Files.makeFolder(folder)
    try await eventually { service.closed == [1] }
    Files.remove(folder)
    try await click("Choose a screenshot", on: 1)
    let program = try BuiltProgram.path("ocr-scan").string
    #expect(try await arguments(of: "x-terminal-emulator") == ["-e", program, "pick", "--pause"])
    Files.makeFolder(folder)
    try await eventually { home.read(home.runtimeFolder.appending("status")).hasPrefix("fine: ") }
    Files.remove(folder)
    try await click("Open settings", on: 2)
    #expect(try await arguments(of: "xdg-open") == [home.settingsFile.string])
    // The file did not exist: now it explains every setting and sets none.
    #expect(home.read(home.settingsFile).contains("#scan_timeout:"))
    #expect(Files.mode(home.settingsFile) == 0o600)
    try await daemon.stop()
  }

  @Test func `trying again scans what was set aside`() async throws {
    // A worker that reads only the test picture, then none, then the real one.
    let bin = try await home.installPrograms(worker: BuiltProgram.path("misbehaving-worker"))
    let worker = bin.appending("ocr-scan-worker")
    let daemon = try await DaemonRun.ready(
      home, program: bin.appending("ocr-scand"), adding: session.merging(["OCR_SCAN_WORKER_IDLE_SECONDS": "0"]) { $1 })
    home.add(TestData.scam, as: "scam.png")
    #expect(try await daemon.reports(1).first?.error?.code == .quarantined)
    Files.unlink(worker)
    home.add(TestData.clean, as: "clean.png")
    try await eventually(within: .seconds(60)) { service.ids.count == 1 }
    #expect(service.notifications[0].summary == "Text Recognition Failed")
    let real = try BuiltProgram.path("ocr-scan-worker")
    #expect(try await home.shell("/bin/cp --reflink=auto '\(real)' '\(worker)'").status == 0)
    try await click("Try again", on: 0)
    try await eventually(within: .seconds(60)) {
      daemon.reports.contains { $0.path?.hasSuffix("/scam.png") == true && $0.riskLevel == .high }
    }
    try await daemon.stop()
  }

  @Test func `dismissing takes the alert away and does nothing else`() async throws {
    let daemon = try await daemon()
    home.add(TestData.scam, as: "scam.png")
    try await daemon.reports(1)
    try await click("Dismiss", on: 0)
    try await eventually { service.closed == [1] }
    try await daemon.stop()
    #expect(service.notifications.count == 1)
    #expect(try await home.scan("history", "export").output.contains("\"verified\":null"))
  }

  @Test func `a locked screen shows no alert`() async throws {
    let daemon = try await daemon()
    home.add(TestData.scam, as: "scam.png")
    try await daemon.reports(1)
    try await eventually { service.ids.count == 1 }
    service.lockScreen()
    try await eventually { service.closed == [1] }
    try await daemon.stop()
  }

  @Test func `notifications of others do not wake the watcher once its own are gone`() async throws {
    let daemon = try await daemon()
    home.add(TestData.scam, as: "scam.png")
    try await daemon.reports(1)
    try await eventually { service.ids.count == 1 }
    func tellOfOthers() async throws -> Int {
      let before = Self.wakeUps(of: daemon.process.processID)
      for _ in 0..<40 {
        service.close(4_711)
        try await eventually { service.hasToldAll }
      }
      return Self.wakeUps(of: daemon.process.processID) - before
    }
    // While it waits for an answer, each signal wakes it.
    for _ in 0..<40 {
      let before = Self.wakeUps(of: daemon.process.processID)
      service.close(4_711)
      try await eventually { Self.wakeUps(of: daemon.process.processID) > before }
    }
    service.close(service.ids[0])
    // Closing the notification may wake it a few times; later signals do not.
    try await eventually { try await tellOfOthers() < 20 }
    try await daemon.stop()
  }

  /// How often the threads of a process have slept and woken, in total (proc(5), voluntary_ctxt_switches).
  private static func wakeUps(of process: Int32) -> Int {
    let folder = "/proc/\(process)/task"
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return threads.reduce(0) { sum, thread in
      let status = (try? String(contentsOfFile: "\(folder)/\(thread)/status", encoding: .utf8)) ?? ""
      let line = status.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches:") }
      return sum + (line?.split(separator: "\t").last.flatMap { Int($0) } ?? 0)
    }
  }
}
