import Foundation
import Glibc
import LinuxSystem
import ScanModel
import SystemPackage
import TestSupport
import Testing

/// The daemon as a service: what it tells the service manager, what it logs, and what it keeps private.
@Suite(.serialized) struct ScanDaemonTests {
  let home = UserHome()

  @Test func `the service manager hears that it is ready when the watches stand, and that it stops`() async throws {
    let manager = try DatagramSocket(home.folder("notify"))
    let daemon = try DaemonRun(home, adding: ["NOTIFY_SOCKET": home.folder("notify").string])
    try await eventually(within: .seconds(60)) { manager.messages.contains("READY=1") }
    // Ready means that files arriving from now on are noticed.
    home.add(TestData.clean, as: "at-once.png")
    try await daemon.reports(1)
    try await daemon.stop()
    #expect(manager.messages.last { !$0.hasPrefix("STATUS=") } == "STOPPING=1")
  }

  @Test func `a reader of the reports that goes away does not end it`() async throws {
    let scand = try BuiltProgram.path("ocr-scand").string
    for index in 0..<3 {
      Files.write(home.screenshots.appending("\(index).png"), Files.contents(TestData.clean) + [UInt8(index)])
    }
    let run = try ProgramRun(
      "/bin/sh", [Array("-c".utf8), Array("\(scand) --json --directory '\(home.screenshots)' | head -1".utf8)],
      environment: home.environment)
    try await eventually(within: .seconds(90)) { try await home.scan("history", "export").lines.count == 3 }
    #expect(!run.hasEnded)
  }

  @Test func `its files belong to the user and hold no words of the screenshots`() async throws {
    let daemon = try await DaemonRun.ready(home)
    home.add(TestData.scam, as: "scam.png")
    home.add(TestData.noPicture, as: "broken.png")
    try await daemon.reports(2)
    try await daemon.stop()
    for folder in [home.dataFolder, home.stateFolder, home.runtimeFolder] { #expect(Files.mode(folder) == 0o700) }
    let files = try await home.shell("find data state runtime -type f")
    #expect(files.lines.count >= 3)
    for file in files.lines { #expect(Files.mode(home.folder.path.pushing(FilePath(file))) == 0o600, "\(file)") }
    let events = home.read(home.stateFolder.appending("events.jsonl"))
    #expect(events.contains("\"complete\"") && events.contains("\"ocr_triggered\""))
    for word in ["McAfee", "infected", "pc-clean", "stolen"] {
      #expect(!events.localizedCaseInsensitiveContains(word))
      #expect(!daemon.process.diagnostics.localizedCaseInsensitiveContains(word))
    }
    // File names are private too, unless debugging is on.
    #expect(!events.contains("scam.png"))
  }

  @Test func `without a desktop it goes on, and says why there is no alert`() async throws {
    let daemon = try await DaemonRun.ready(home)
    home.add(TestData.scam, as: "scam.png")
    try await daemon.reports(1)
    try await eventually { daemon.process.diagnostics.contains("Couldn't Show An Alert") }
    home.add(TestData.clean, as: "next.png")
    try await daemon.reports(2)
    try await daemon.stop()
    #expect(try await home.scan("history", "export").reports.count == 2)
  }

  @Test func `switched off it watches nothing and says so`() async throws {
    home.configure("automatic_scanning: false\n")
    let daemon = try DaemonRun(home)
    try await eventually(within: .seconds(60)) { daemon.process.diagnostics.contains("Automatic Scanning Is Off") }
    home.add(TestData.clean, as: "a.png")
    // When it says so again, it has had its chance to look. The settings file may have made it say so in between.
    let times = { daemon.process.diagnostics.ranges(of: "Automatic Scanning Is Off").count }
    let before = times()
    daemon.process.send(SIGHUP)
    try await eventually { times() > before }
    #expect(daemon.reports.isEmpty && !daemon.process.hasEnded)
    #expect(!daemon.process.diagnostics.contains("Watching"))
    #expect(try await daemon.stop().status == 0)
  }

  @Test func `what is watched, kept and sent is said before anything is read`() async throws {
    let daemon = try DaemonRun(home)
    try await eventually(within: .seconds(60)) { daemon.process.diagnostics.contains("Ready.") }
    let said = daemon.process.diagnostics
    let ready = try #require(said.range(of: "Ready."))
    for words in ["Watching \(home.screenshots) for new screenshots.", "kept for 30 days", "Nothing is sent anywhere."]
    {
      let place = try #require(said.range(of: words), "\(said)")
      #expect(place.upperBound < ready.lowerBound)
    }
    #expect(try await daemon.stop().status == 0)
  }

  @Test func `it does not start with settings that are not understood`() async throws {
    let run = try await home.start("ocr-scand", [], adding: ["OCR_SCAN_WORKERS": "x"]).ended()
    #expect(run.status == 78)
    #expect(run.diagnostics.contains("OCR_SCAN_WORKERS"))
  }

  @Test func `a usual folder that does not exist yet is waited for`() async throws {
    Files.remove(home.screenshots)
    let run = try home.start("ocr-scand", ["--json"])
    try await eventually(within: .seconds(60)) { run.diagnostics.contains("\nReady.\n") }
    let folder = home.folder("Pictures")
    #expect(run.diagnostics.contains("\(folder)/Screenshots does not exist yet; it is waited for"))
    Files.makeFolder(folder)
    Files.makeFolder(folder.appending("Screenshots"))
    Files.write(folder.appending("Screenshots/a.png"), Files.contents(TestData.clean))
    try await eventually(within: .seconds(60)) { run.output.contains("\"risk_level\":\"low\"") }
    run.send(SIGTERM)
    #expect(try await run.ended().status == 0)
  }
}

/// A Unix datagram socket that collects messages, as a service manager has it (sd_notify(3)).
final class DatagramSocket: Sendable {
  private let socket: Int32
  private let received = Locked<[String]>([])

  init(_ path: FilePath) throws {
    socket = Glibc.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
    var name = sockaddr_un()
    name.sun_family = sa_family_t(AF_UNIX)
    unsafe withUnsafeMutableBytes(of: &name.sun_path) { unsafe $0.copyBytes(from: path.bytes) }
    let status = unsafe withUnsafeBytes(of: &name) { bytes in
      guard let start = unsafe bytes.bindMemory(to: sockaddr.self).baseAddress else { return Int32(-1) }
      return unsafe bind(socket, start, socklen_t(bytes.count))
    }
    guard status == 0 else { throw SystemError("bind", errno: errno) }
  }

  deinit { close(socket) }

  /// All messages so far, in order.
  var messages: [String] {
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = unsafe recv(socket, &buffer, buffer.count, 0)
      guard count > 0 else { break }
      let text = String(decoding: buffer[..<count], as: UTF8.self)
      received.withLock { $0.append(text) }
    }
    return received.withLock { $0 }
  }
}
