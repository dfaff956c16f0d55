import Dispatch
import ScanModel
import ScreenshotLibrary
import SystemPackage
import TestSupport
import Testing

@testable import Daemon

@DaemonActor struct ScreenshotReaderTests {
  private let fixture: DaemonFixture

  init() throws { fixture = try DaemonFixture() }

  @Test func `a file is read, and its lane is free again`() async throws {
    let path = fixture.add("a.png")
    for _ in 1...10 {
      guard case .read(let content) = await fixture.reader.read(path, began: .now) else {
        Issue.record("it was not read")
        return
      }
      #expect(content.byteCount == 1)
    }
    #expect(fixture.reader.hasFreeLane)
    #expect(await fixture.reader.sha256(of: path)?.count == 64)
  }

  @Test func `one that is not there is a failure`() async {
    let path = fixture.shots.appending("none.png")
    guard case .failed(let failure, let file) = await fixture.reader.read(path, began: .now) else {
      Issue.record("it was read")
      return
    }
    #expect(failure.code == .notFound)
    #expect(file == nil)
    #expect(await fixture.reader.sha256(of: path) == nil)
  }

  @Test func `disks that hang keep a lane each, until they answer`() async throws {
    let disk = DispatchSemaphore(value: 0)
    var stages = fixture.stages.stages
    let read = stages.read
    stages.read = { path throws(IntakeFailure) in
      disk.wait()
      return try read(path)
    }
    let reader = ScreenshotReader(stages: stages, events: fixture.events, patience: .milliseconds(10))
    let path = fixture.add("a.png")
    for free in [true, true, true, false] {
      #expect(await reader.read(path, began: .now) == nil)
      #expect(reader.hasFreeLane == free)
    }
    disk.signal()
    var received = fixture.events.stream.makeAsyncIterator()
    guard case .readLate(path, .read, _) = await received.next() else {
      Issue.record("its end is no event")
      return
    }
    #expect(reader.hasFreeLane)
    // What an earlier run has left takes none of these lanes, and is not waited for either.
    for _ in 1...2 { #expect(await reader.sha256(of: path) == nil) }
    #expect(reader.hasFreeLane)
    for _ in 1...4 { disk.signal() }
  }
}
