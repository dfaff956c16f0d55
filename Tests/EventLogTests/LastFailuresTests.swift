import EventLog
import Foundation
import Glibc
import LinuxSystem
import ScanModel
import SystemPackage
import TestSupport
import Testing

struct LastFailuresTests {
  let fixture: StateFolder
  let log: LastFailures

  init() throws {
    fixture = StateFolder()
    log = LastFailures(directory: fixture.directory)
  }

  private func failure(_ second: Int, _ code: ScanFailure.Code = .timedOut) -> FailureRecord {
    FailureRecord(
      code: code, time: Date(timeIntervalSince1970: 1_800_000_000 + Double(second)), scanID: UUID(),
      duration: .milliseconds(5000))
  }

  @Test func `failures come back newest first`() throws {
    let failures = (0..<3).map { failure($0) }
    for failure in failures { log.record(failure) }
    #expect(try log.load() == failures.reversed())
    #expect(try fixture.mode("errors.json") == 0o600)
    #expect(try fixture.mode() == 0o700)
    #expect(try fixture.names() == ["errors.json"])
  }

  @Test func `the file holds code, time, severity, scan and duration and nothing else`() throws {
    log.record(FailureRecord(code: .corruptData, time: Date(timeIntervalSince1970: 0), scanID: nil, duration: nil))
    #expect(
      try fixture.text("errors.json")
        == #"[{"code":"corrupt_data","duration_ms":null,"scan_id":null,"severity":"critical","#
        + #""time":"1970-01-01T00:00:00.000Z"}]"# + "\n")
  }

  @Test func `the last hundred are kept`() throws {
    for second in 0..<105 { log.record(failure(second)) }
    let times = try log.load().map(\.time.timeIntervalSince1970)
    #expect(times == (5..<105).reversed().map { 1_800_000_000 + Double($0) })
  }

  @Test func `without a file there are no failures and no directory is made`() throws {
    #expect(try log.load() == [])
    #expect(FileManager.default.fileExists(atPath: fixture.directory.string) == false)
  }

  @Test(arguments: ["", "{", "[1,2", "{\"a\":1}", "\u{0}\u{0}"])
  func `a damaged file is reported, set aside and started anew`(contents: String) throws {
    try fixture.write("errors.json", contents)
    #expect(throws: LastFailures.Unreadable.damaged) { try log.load() }
    log.record(failure(1))
    #expect(try log.load().count == 1)
    #expect(try fixture.text("errors.json.damaged") == contents)
  }

  @Test func `a huge file is not read`() throws {
    try fixture.write("errors.json", "[" + String(repeating: " ", count: 300 << 10) + "]")
    #expect(throws: LastFailures.Unreadable.damaged) { try log.load() }
  }

  @Test func `entries of a later version are left out`() throws {
    log.record(failure(1))
    let known = try fixture.text("errors.json").dropFirst().dropLast(2)
    try fixture.write("errors.json", "[{\"code\":\"from_the_future\"},\(known),7]\n")
    #expect(try log.load().map(\.code) == [.timedOut])
  }

  @Test func `while another process writes nothing is written, and a stopped one does not hold up the caller`() throws {
    log.record(failure(1))
    let holder = try PrivateDirectory.open(fixture.directory)
    try #require(flock(holder.raw, LOCK_EX | LOCK_NB) == 0)
    log.record(failure(2))
    #expect(try log.load().count == 1)
    try #require(flock(holder.raw, LOCK_UN) == 0)
    log.record(failure(3))
    #expect(try log.load().count == 2)
  }

  @Test func `writers at once do not overwrite what others have written`() async throws {
    let directory = fixture.directory
    let written = await withTaskGroup { group in
      for writer in 0..<4 {
        group.addTask {
          let log = LastFailures(directory: directory)
          // The wait for the lock is bounded, so a slow disk may lose some.
          return (0..<10).map { failure(writer * 10 + $0) }.filter { failure in
            log.record(failure)
            return (try? log.load())?.contains(failure) == true
          }
        }
      }
      return await group.reduce(into: []) { $0 += $1 }
    }
    #expect(!written.isEmpty)
    #expect(Set(try log.load()) == Set(written))
  }

  @Test func `a directory that others can write is refused`() throws {
    try FileManager.default.createDirectory(atPath: fixture.directory.string, withIntermediateDirectories: true)
    try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: fixture.directory.string)
    log.record(failure(1))
    #expect(try fixture.names() == [])
    #expect(throws: LastFailures.Unreadable.directory(.writableByOthers(0o777))) { try log.load() }
  }
}
