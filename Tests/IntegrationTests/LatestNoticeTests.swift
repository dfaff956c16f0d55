import Foundation
import Glibc
import ScanModel
import SystemPackage
import TestSupport
import Testing

/// `ocr-scan latest` and `open` without a terminal, as a desktop key runs them: failures are shown in a notification
/// with working buttons.
@Suite(.serialized) struct LatestNoticeTests {
  let home = UserHome(UserHome.patience.merging(["OCR_SCAN_WORKERS": "1"]) { $1 })
  let bus: TestBus
  let service: FakeNotificationService

  init() throws {
    bus = try TestBus()
    service = try FakeNotificationService(on: bus.address, capabilities: ["body", "actions"])
    Files.makeFolder(home.folder("programs"))
    for name in ["xdg-terminal-exec", "xdg-open"] {
      let path = home.folder("programs").appending(name)
      Files.write(
        path, Array("#!/bin/sh\nprintf '%s\\n' \"$@\" > ~/\(name).new && /bin/mv ~/\(name).new ~/\(name).args\n".utf8))
      Files.setMode(path, 0o755)
    }
  }

  private var session: [String: String] {
    [
      "DBUS_SESSION_BUS_ADDRESS": bus.address, "DISPLAY": ":7",
      "PATH": "\(home.folder("programs")):/usr/bin:/bin",
    ]
  }

  private func arguments(of name: String) async throws -> [String] {
    let file = home.folder("\(name).args")
    try await eventually { Files.mode(file) != nil }
    return home.read(file).split(separator: "\n").map(String.init)
  }

  private func click(_ label: String) async throws {
    try await eventually(within: .seconds(60)) { service.ids.count == 1 }
    service.click(try #require(service.notifications[0].key(label), "\(label)"), on: service.ids[0])
  }

  @Test(arguments: [["latest"], ["open", "typesafe://scan?auto=true"]])
  func `a failure is told with a way out that opens the list`(command: [String]) async throws {
    let run = try home.start("ocr-scan", command, adding: session)
    try await eventually(within: .seconds(60)) { service.ids.count == 1 }
    let notification = service.notifications[0]
    #expect(notification.summary == "Screenshot Not Found")
    #expect(notification.body.contains("Take a screenshot first, or name another folder."))
    #expect(notification.labels == ["Choose a screenshot", "Dismiss"])
    // It has also written to standard error, and waits for the answer.
    #expect(run.diagnostics.contains("Screenshot Not Found") && !run.hasEnded)
    try await click("Choose a screenshot")
    let program = try BuiltProgram.path("ocr-scan").string
    #expect(try await arguments(of: "xdg-terminal-exec") == [program, "pick", "--pause"])
    #expect(try await run.ended().status == 66)
    #expect(service.notifications.count == 1)
    let events = home.read(home.stateFolder.appending("events.jsonl"))
    #expect(events.contains("\"alert_shown\"") && events.contains("\"fallback_to_manual\""))
  }

  @Test func `trying again scans again`() async throws {
    // Three tries with the prepared picture and one with the plain one fail; then the worker works.
    let bin = try await home.installPrograms(worker: home.workerThatDies(times: 4))
    home.add(TestData.clean, as: "shot.png")
    let run = try home.start("\(bin)/ocr-scan", ["latest"], adding: session)
    try await eventually(within: .seconds(60)) { service.ids.count == 1 }
    #expect(service.notifications[0].summary == "Text Recognition Failed")
    try await click("Try again")
    let end = try await run.ended()
    #expect(end.status == 0)
    #expect(end.output.contains("Scanned shot.png: nothing found"))
    #expect(service.notifications.count == 1)
  }

  @Test func `settings open, also where they are what failed`() async throws {
    home.configure("scan_timeout: never\n")
    let run = try home.start("ocr-scan", ["latest"], adding: session)
    try await click("Open settings")
    #expect(try await arguments(of: "xdg-open") == [home.settingsFile.string])
    #expect(try await run.ended().status == 78)
    // It must be acknowledged, so it does not expire.
    #expect(service.notifications[0].expireTimeout == 0)
  }

  @Test func `where no window can be opened, the user is told what to type`() async throws {
    var session = session
    session["DISPLAY"] = nil
    let run = try home.start("ocr-scan", ["latest"], adding: session)
    try await click("Choose a screenshot")
    #expect(try await run.ended().status == 66)
    #expect(service.notifications.last?.body == "Open a terminal and type: ocr-scan pick.")
  }

  @Test func `it ends when the notification goes`() async throws {
    let run = try home.start("ocr-scan", ["latest"], adding: session)
    try await eventually(within: .seconds(60)) { service.ids.count == 1 }
    #expect(service.notifications[0].expireTimeout == 10_000)
    service.close(service.ids[0])
    #expect(try await run.ended().status == 66)
  }

  @Test func `whoever has a terminal, or reads JSON, sees no notification`() async throws {
    #expect(try await home.start("ocr-scan", ["latest", "--json"], adding: session).ended().status == 66)
    let terminal = try home.terminal("latest", adding: session.merging(["OCR_SCAN_DEBOUNCE": "0"]) { $1 })
    try await terminal.waits(for: "opens in 3 s")
    terminal.type("q")
    #expect(try await terminal.ended() == 66)
    #expect(service.notifications.isEmpty)
  }

  @Test func `what needs nobody is not told`() async throws {
    home.add(TestData.clean, as: "shot.png")
    #expect(try await home.start("ocr-scan", ["latest"], adding: session).ended().status == 0)
    #expect(try await home.scan("latest", adding: session.merging(["OCR_SCAN_DEBOUNCE": "60"]) { $1 }).status == 75)
    #expect(service.notifications.isEmpty)
  }

  @Test func `a scam is warned of, by the watcher alone where it runs`() async throws {
    home.add(TestData.scam, as: "shot.png")
    #expect(try await home.start("ocr-scan", ["latest"], adding: session).ended().status == 1)
    #expect(service.notifications.map(\.summary) == ["⚠ Likely Scam Detected - Stay Alert"])
    let daemon = try await DaemonRun.ready(home)
    #expect(
      try await home.start("ocr-scan", ["latest"], adding: session.merging(["OCR_SCAN_DEBOUNCE": "0"]) { $1 })
        .ended().status == 1)
    #expect(service.notifications.count == 1)
    _ = try await daemon.stop()
  }

  @Test func `a service without buttons is told and not waited for`() async throws {
    try service.stop()
    let plain = try FakeNotificationService(on: bus.address, capabilities: ["body"])
    #expect(try await home.start("ocr-scan", ["latest"], adding: session).ended().status == 66)
    #expect(plain.notifications.map(\.summary) == ["Screenshot Not Found"])
  }

  @Test func `a link that asks for a choice opens the list in a terminal`() async throws {
    let run = try home.start("ocr-scan", ["open", "typesafe://scan"], adding: session)
    let program = try BuiltProgram.path("ocr-scan").string
    #expect(try await arguments(of: "xdg-terminal-exec") == [program, "pick", "--pause"])
    #expect(try await run.ended().status == 0)
  }
}
