import EventLog
import Foundation
import Glibc
import ScanModel
import SystemPackage
import Testing

struct EventLogTests {
  let fixture: LogFixture
  let id = UUID()

  init() throws {
    fixture = try LogFixture()
  }

  private func makeLog(_ level: EventLevel = .info, limits: EventLog.Limits = EventLog.Limits()) -> EventLog {
    EventLog(directory: fixture.directory, minimumLevel: level, limits: limits) {
      Date(timeIntervalSince1970: 1_800_000_000.125)
    }
  }

  @Test func `a line has sorted keys and exactly the promised fields`() throws {
    makeLog().record(
      .complete(duration: .milliseconds(412), success: true, riskLevel: .high), scanID: id, about: "/home/me/secret.png"
    )
    #expect(
      try fixture.text("events.jsonl")
        == #"{"duration_ms":412,"event":"complete","level":"info","risk_level":"high","scan_id":"\#(id.uuidString)","#
        + #""success":true,"time":"2027-01-15T08:00:00.125Z"}"# + "\n")
  }

  @Test(arguments: [
    (ScanEvent.started(trigger: .watch), ["trigger"]),
    (.permissionCheck(status: .denied), ["status"]),
    (.settingDisabled, []),
    (.fetchStarted, []),
    (.fetchSucceeded(capturedAt: nil, bytes: 9), ["bytes", "captured_at"]),
    (.fetchFailed(code: .permissionDenied), ["code"]),
    (.conversionStarted, []),
    (.conversionSucceeded(width: 1, height: 2), ["height", "width"]),
    (.conversionFailed(code: .notPNG), ["code"]),
    (.ocrTriggered(source: .auto), ["source"]),
    (.debounced, []),
    (.alreadyRunning, []),
    (.queued, []),
    (.rescan(reason: .overflow, found: 3), ["found", "reason"]),
    (.alertShown, []),
    (.alertFailed, []),
    (.fallbackToManual(reason: .permissionDenied), ["reason"]),
    (.workerStarted, []),
    (.workerEnded(reason: .crashed), ["reason"]),
    (.complete(duration: .seconds(1), success: false, riskLevel: .unknown), ["duration_ms", "risk_level", "success"]),
  ])
  func `every event has its own keys and the common ones`(event: ScanEvent, own: [String]) throws {
    makeLog(.debug).record(event, scanID: nil)
    let written = try #require(try fixture.events().first)
    #expect(Set(written.keys) == Set(own + ["time", "level", "event", "scan_id", "at"]))
    #expect(written["event"] as? String == event.name)
    #expect(written["scan_id"] is NSNull)
  }

  @Test func `file names and source locations appear only at debug`() throws {
    makeLog(.info).record(.queued, scanID: id, about: "/home/me/secret.png")
    #expect(try fixture.text("events.jsonl").contains("secret") == false)
    #expect(try fixture.text("events.jsonl").contains(".swift") == false)
    makeLog(.debug).record(.queued, scanID: id, about: FilePath(bytes: Array("/p/a\"\n\u{1B}\u{202E}".utf8) + [0xFF]))
    let written = try #require(try fixture.events().last)
    #expect(written["file"] as? String == "a\"\\u{A}\\u{1B}\\u{202E}\\xFF")
    #expect((written["at"] as? String)?.hasPrefix("EventLogTests/EventLogTests.swift:") == true)
  }

  @Test func `events below the minimum level are not written`() throws {
    let log = makeLog(.warning)
    log.record(.queued, scanID: id)
    log.record(.fetchStarted, scanID: id)
    #expect(FileManager.default.fileExists(atPath: fixture.directory.string) == false)
    log.record(.alertFailed, scanID: id)
    log.record(.fetchFailed(code: .corruptData), scanID: id)
    #expect(try fixture.events().compactMap { $0["level"] as? String } == ["warning", "critical"])
  }

  @Test func `files keep within their size and the oldest goes`() throws {
    let limits = EventLog.Limits(fileSize: 8192, fileCount: 3)
    let log = makeLog(limits: limits)
    for found in 1...400 { log.record(.rescan(reason: .periodic, found: found), scanID: id) }
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

  @Test func `threads that write and rotate at once mix no lines and lose none`() async throws {
    let limits = EventLog.Limits(fileSize: 64 << 10, fileCount: 100)
    await withTaskGroup { group in
      for writer in 0..<4 {
        let log = makeLog(limits: limits)  // a log of its own: shares nothing with the others but the files
        group.addTask {
          for index in 0..<1000 {
            log.record(.rescan(reason: .periodic, found: writer * 1000 + index + 1), scanID: UUID())
          }
        }
      }
    }
    let found = try fixture.names().flatMap { try fixture.events($0) }.compactMap { $0["found"] as? Int }
    #expect(found.sorted() == Array(1...4000))
    #expect(try fixture.names().count > 5)
    for name in try fixture.names() { #expect(try fixture.text(name).utf8.count <= limits.fileSize) }
  }

  @Test func `two processes write and rotate at once without mixing lines`() async throws {
    let directory = fixture.directory.string
    @Sendable func child(_ first: Int) async {
      await #expect(processExitsWith: .success) { [directory = directory as String, first = first as Int] in
        let log = EventLog(
          directory: FilePath(directory), limits: EventLog.Limits(fileSize: 32 << 10, fileCount: 100))
        for index in 0..<1000 { log.record(.rescan(reason: .periodic, found: first + index), scanID: UUID()) }
        exit(log.lostEvents == 0 ? EXIT_SUCCESS : EXIT_FAILURE)
      }
    }
    async let one: Void = child(1)
    async let two: Void = child(1001)
    _ = await (one, two)
    let found = try fixture.names().flatMap { try fixture.events($0) }.compactMap { $0["found"] as? Int }
    #expect(found.sorted() == Array(1...2000))
  }

  @Test func `another process that stopped in the middle of rotating does not break the bound`() throws {
    let limits = EventLog.Limits(fileSize: 8192, fileCount: 3)
    let log = makeLog(limits: limits)
    log.record(.queued, scanID: id)
    let holder = try #require(FileHandle(forReadingAtPath: fixture.path("events.jsonl")))
    try #require(flock(holder.fileDescriptor, LOCK_EX | LOCK_NB) == 0)
    for _ in 0..<100 { log.record(.queued, scanID: id) }
    #expect(try fixture.text("events.jsonl").utf8.count <= limits.fileSize)
    let lost = log.lostEvents
    #expect(lost > 0)
    try holder.close()
    log.record(.debounced, scanID: id)
    #expect(try fixture.events().map { $0["lost"] as? Int } == [lost])
    #expect(try fixture.events("events.jsonl.1").count == 101 - lost)
  }

  @Test func `a failure is counted and the next event tells how many were lost`() throws {
    try fixture.write("block", "")
    let inside = fixture.directory.appending("block").appending("logs")  // below a file: cannot be made
    let log = EventLog(directory: inside)
    log.record(.queued, scanID: id)
    log.record(.queued, scanID: id)
    #expect(log.lostEvents == 2)
    try FileManager.default.removeItem(atPath: fixture.path("block"))
    log.record(.debounced, scanID: id)
    log.record(.alertShown, scanID: id)
    #expect(log.lostEvents == 0)
    #expect(try fixture.events("block/logs/events.jsonl").map { $0["lost"] as? Int } == [2, nil])
  }

  @Test func `a log directory that is deleted while running is made again`() throws {
    let log = makeLog()
    log.record(.queued, scanID: id)
    try FileManager.default.removeItem(atPath: fixture.directory.string)
    log.record(.debounced, scanID: id)
    #expect(try fixture.events().map { $0["event"] as? String } == ["debounced"])
    #expect(try fixture.mode() == 0o700)
  }

  @Test func `a line that was cut off does not spoil the next one`() throws {
    try fixture.write("events.jsonl", "{\"event\":\"que")
    makeLog().record(.debounced, scanID: id)
    let lines = try fixture.text("events.jsonl").split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines[1].hasPrefix("{\"event\":\"debounced\""))
  }

  @Test func `a file that others can read is made private`() throws {
    try fixture.write("events.jsonl", "", mode: 0o644)
    makeLog().record(.debounced, scanID: id)
    #expect(try fixture.mode("events.jsonl") == 0o600)
  }

  @Test func `links and pipes in place of the file are not written to`() throws {
    try fixture.write("elsewhere", "untouched")
    try FileManager.default.createSymbolicLink(
      atPath: fixture.path("events.jsonl"), withDestinationPath: fixture.path("elsewhere"))
    let log = makeLog()
    log.record(.debounced, scanID: id)
    #expect(try fixture.text("elsewhere") == "untouched")
    try FileManager.default.removeItem(atPath: fixture.path("events.jsonl"))
    try #require(unsafe mkfifo(fixture.path("events.jsonl"), 0o600) == 0)
    log.record(.debounced, scanID: id)
    #expect(log.lostEvents == 2)
  }

  @Test func `a full disk costs lines but breaks none`() throws {
    // A write beyond RLIMIT_FSIZE stops short or fails like one on a full disk; the limit is per process.
    // Checked in a process of its own, because the limit cannot be lifted for the other tests meanwhile.
    let log = makeLog()
    for _ in 0..<20 { log.record(.queued, scanID: id) }
    #expect(log.lostEvents == 0)
  }
}
