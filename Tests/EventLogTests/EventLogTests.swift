import EventLog
import Foundation
import Glibc
import ScanModel
import SystemPackage
import TestSupport
import Testing

extension EventLog {
  /// Records an event and waits until it is written or lost.
  fileprivate func write(_ event: ScanEvent, scanID: UUID?, about file: FilePath? = nil) {
    record(event, scanID: scanID, about: file)
    Self.finish(within: .seconds(60))
  }
}

struct EventLogTests {
  let fixture = StateFolder()
  let id = UUID()

  private func makeLog(_ level: EventLevel = .info, limits: EventLog.Limits = EventLog.Limits()) -> EventLog {
    EventLog(directory: fixture.directory, minimumLevel: level, limits: limits) {
      Date(timeIntervalSince1970: 1_800_000_000.125)
    }
  }

  @Test func `a line has sorted keys and exactly the promised fields`() throws {
    makeLog().write(
      .complete(duration: .milliseconds(412), success: true, riskLevel: .high), scanID: id, about: "/home/me/secret.png"
    )
    #expect(
      try fixture.text("events.jsonl")
        == #"{"duration_ms":412,"event":"complete","level":"info","risk_level":"high","scan_id":"\#(id.uuidString)","#
        + #""success":true,"time":"2027-01-15T08:00:00.125Z"}"# + "\n")
  }

  @Test(arguments: [
    (ScanEvent.started(trigger: .watch), "started", ["trigger"]),
    (.permissionCheck(status: .denied), "permission_check", ["status"]),
    (.settingDisabled, "setting_disabled", []),
    (.fetchStarted, "fetch_started", []),
    (.fetchSucceeded(capturedAt: nil, bytes: 9), "fetch_succeeded", ["bytes", "captured_at"]),
    (.fetchFailed(code: .permissionDenied), "fetch_failed", ["code"]),
    (.conversionStarted, "conversion_started", []),
    (.conversionSucceeded(width: 1, height: 2), "conversion_succeeded", ["height", "width"]),
    (.conversionFailed(code: .unsupportedFormat), "conversion_failed", ["code"]),
    (.ocrTriggered(source: .auto), "ocr_triggered", ["source"]),
    (.debounced, "debounced", []),
    (.alreadyRunning, "already_running", []),
    (.queued, "queued", []),
    (.rescan(reason: .overflow, found: 3), "rescan", ["found", "reason"]),
    (.alertShown, "alert_shown", []),
    (.alertFailed, "alert_failed", []),
    (.fallbackToManual(reason: .permissionDenied), "fallback_to_manual", ["reason"]),
    (.workerStarted, "worker_started", []),
    (.workerEnded(reason: .crashed), "worker_ended", ["reason"]),
    (
      .complete(duration: .seconds(1), success: false, riskLevel: .unknown), "complete",
      ["duration_ms", "risk_level", "success"]
    ),
  ])
  func `every event has its own keys and the common ones`(event: ScanEvent, name: String, own: [String]) throws {
    makeLog(.debug).write(event, scanID: nil)
    let written = try #require(try fixture.events().first)
    #expect(Set(written.keys) == Set(own + ["time", "level", "event", "scan_id", "at"]))
    #expect(written["event"] as? String == name)
    #expect(written["scan_id"] is NSNull)
  }

  @Test func `file names and source locations appear only at debug`() throws {
    makeLog(.info).write(.queued, scanID: id, about: "/home/me/secret.png")
    #expect(try fixture.text("events.jsonl").contains("secret") == false)
    #expect(try fixture.text("events.jsonl").contains(".swift") == false)
    makeLog(.debug).write(.queued, scanID: id, about: FilePath(bytes: Array("/p/a\"\n\u{1B}\u{202E}".utf8) + [0xFF]))
    let written = try #require(try fixture.events().last)
    #expect(written["file"] as? String == "a\"\\u{A}\\u{1B}\\u{202E}\\xFF")
    #expect((written["at"] as? String)?.hasPrefix("EventLogTests/EventLogTests.swift:") == true)
  }

  @Test func `events below the minimum level are not written`() throws {
    let log = makeLog(.warning)
    log.write(.queued, scanID: id)
    log.write(.fetchStarted, scanID: id)
    #expect(FileManager.default.fileExists(atPath: fixture.directory.string) == false)
    log.write(.alertFailed, scanID: id)
    log.write(.fetchFailed(code: .corruptData), scanID: id)
    #expect(try fixture.events().compactMap { $0["level"] as? String } == ["warning", "critical"])
  }

  @Test func `files keep within their size and the oldest goes`() throws {
    let limits = EventLog.Limits(fileSize: 8192, fileCount: 3)
    let log = makeLog(limits: limits)
    for found in 1...400 { log.write(.rescan(reason: .periodic, found: found), scanID: id) }
    let names = ["events.jsonl", "events.jsonl.1", "events.jsonl.2"]
    #expect(try fixture.names() == names)
    for name in names {
      #expect(try fixture.text(name).utf8.count <= limits.fileSize)
      #expect(try fixture.mode(name) == 0o600)
    }
    let found = try names.reversed().flatMap { try fixture.events($0) }.compactMap { $0["found"] as? Int }
    #expect(found == Array((401 - found.count)...400), "the newest events, in order, without a gap")
    #expect(found.count > 40)
  }

  /// Writes a thousand events as fast as it can; a final event reports any that could not be written.
  private static func hammer(_ directory: FilePath, from first: Int, limits: EventLog.Limits) {
    let log = EventLog(directory: directory, limits: limits)
    for index in 0..<1000 {
      log.record(.rescan(reason: .periodic, found: first + index), scanID: UUID())
      // More may not fit, which is counted as well.
      if index % 100 == 99 { EventLog.finish(within: .seconds(60)) }
    }
    while log.lostEvents > 0 { log.write(.debounced, scanID: nil) }
  }

  /// Checks that every event is either in the files, once and whole, or counted as lost by a later one.
  private func checkHammered(events expected: Int, limits: EventLog.Limits) throws {
    let names = try fixture.names()
    let events = try names.flatMap { try fixture.events($0) }
    let found = events.compactMap { $0["found"] as? Int }
    let lost = events.compactMap { $0["lost"] as? Int }.reduce(0, +)
    #expect(Set(found).count == found.count)
    #expect(found.count + lost >= expected, "none may vanish without being counted")
    #expect(found.count > expected / 2)
    #expect(names.count > 5)
    for name in names { #expect(try fixture.text(name).utf8.count <= limits.fileSize) }
  }

  @Test func `threads that write and rotate at once mix no lines`() async throws {
    let limits = EventLog.Limits(fileSize: 64 << 10, fileCount: 100)
    let directory = fixture.directory
    await withTaskGroup { group in
      for writer in 0..<4 { group.addTask { Self.hammer(directory, from: writer * 1000 + 1, limits: limits) } }
    }
    try checkHammered(events: 4000, limits: limits)
  }

  @Test func `two processes that write and rotate at once mix no lines`() async throws {
    let directory = fixture.directory.string
    @Sendable func child(_ first: Int) async {
      await #expect(processExitsWith: .success) { [directory = directory as String, first = first as Int] in
        EventLogTests.hammer(
          FilePath(directory), from: first, limits: EventLog.Limits(fileSize: 32 << 10, fileCount: 100))
      }
    }
    async let one: Void = child(1)
    async let two: Void = child(1001)
    _ = await (one, two)
    try checkHammered(events: 2000, limits: EventLog.Limits(fileSize: 32 << 10, fileCount: 100))
  }

  @Test func `another process that stopped in the middle of rotating does not break the bound`() throws {
    let limits = EventLog.Limits(fileSize: 8192, fileCount: 3)
    let log = makeLog(limits: limits)
    log.write(.queued, scanID: id)
    let holder = try #require(FileHandle(forReadingAtPath: fixture.path("events.jsonl")))
    try #require(flock(holder.fileDescriptor, LOCK_EX | LOCK_NB) == 0)
    for _ in 0..<100 { log.write(.queued, scanID: id) }
    #expect(try fixture.text("events.jsonl").utf8.count <= limits.fileSize)
    let lost = log.lostEvents
    #expect(lost > 0)
    // Not by closing alone: a process that another test is just starting still has the descriptor (flock(2)).
    try #require(flock(holder.fileDescriptor, LOCK_UN) == 0)
    try holder.close()
    log.write(.debounced, scanID: id)
    #expect(try fixture.events().map { $0["lost"] as? Int } == [lost])
    #expect(try fixture.events("events.jsonl.1").count == 101 - lost)
  }

  @Test func `a failure is counted and the next event tells how many were lost`() throws {
    try fixture.write("block", "")
    let inside = fixture.directory.appending("block").appending("logs")  // below a file, so it cannot be created
    let log = EventLog(directory: inside)
    log.write(.queued, scanID: id)
    log.write(.queued, scanID: id)
    #expect(log.lostEvents == 2)
    try FileManager.default.removeItem(atPath: fixture.path("block"))
    log.write(.debounced, scanID: id)
    log.write(.alertShown, scanID: id)
    #expect(log.lostEvents == 0)
    #expect(try fixture.events("block/logs/events.jsonl").map { $0["lost"] as? Int } == [2, nil])
  }

  @Test func `a log directory that is deleted while running is made again`() throws {
    let log = makeLog()
    log.write(.queued, scanID: id)
    try FileManager.default.removeItem(atPath: fixture.directory.string)
    log.write(.debounced, scanID: id)
    #expect(try fixture.events().map { $0["event"] as? String } == ["debounced"])
    #expect(try fixture.mode() == 0o700)
  }

  @Test func `a line that was cut off does not spoil the next one`() throws {
    try fixture.write("events.jsonl", "{\"event\":\"que")
    makeLog().write(.debounced, scanID: id)
    let lines = try fixture.text("events.jsonl").split(separator: "\n")
    try #require(lines.count == 2)
    #expect(lines[1].hasPrefix("{\"event\":\"debounced\""))
  }

  @Test func `a file that others can read is made private`() throws {
    try fixture.write("events.jsonl", "", mode: 0o644)
    makeLog().write(.debounced, scanID: id)
    #expect(try fixture.mode("events.jsonl") == 0o600)
  }

  @Test func `links and pipes in place of the file are not written to`() throws {
    try fixture.write("elsewhere", "untouched")
    try FileManager.default.createSymbolicLink(
      atPath: fixture.path("events.jsonl"), withDestinationPath: fixture.path("elsewhere"))
    let log = makeLog()
    log.write(.debounced, scanID: id)
    #expect(try fixture.text("elsewhere") == "untouched")
    try FileManager.default.removeItem(atPath: fixture.path("events.jsonl"))
    try #require(unsafe mkfifo(fixture.path("events.jsonl"), 0o600) == 0)
    log.write(.debounced, scanID: id)
    #expect(log.lostEvents == 2)
  }

  @Test func `a full disk costs events but breaks no line`() async throws {
    let directory = fixture.directory.string
    // In a separate process: RLIMIT_FSIZE, which cuts writes short as a full disk does, applies to the whole process.
    await #expect(processExitsWith: .success) { [directory = directory as String] in
      signal(SIGXFSZ, SIG_IGN)
      var limit = rlimit()
      unsafe getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
      let unlimited = limit.rlim_cur
      limit.rlim_cur = 1000
      unsafe setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
      let log = EventLog(directory: FilePath(directory))
      for _ in 0..<20 { log.write(.queued, scanID: UUID()) }
      guard log.lostEvents > 10 else { exit(2) }
      limit.rlim_cur = unlimited
      unsafe setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
      log.write(.debounced, scanID: UUID())
      exit(log.lostEvents == 0 ? EXIT_SUCCESS : 3)
    }
    let lines = try fixture.text("events.jsonl").split(separator: "\n")
    let last = try #require(lines.last)
    #expect(last.hasPrefix("{\"event\":\"debounced\"") && last.contains("\"lost\":"))
    // One line was cut off; all others are whole.
    #expect(lines.filter { !$0.hasSuffix("}") }.count == 1)
  }
}
