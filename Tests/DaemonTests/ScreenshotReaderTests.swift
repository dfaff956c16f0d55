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
    #expect(fixture.reader.canRead(path))
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
    let reader = ScreenshotReader(
      folders: ["/other", fixture.shots, fixture.shots.appending("own")], stages: stages, events: fixture.events,
      time: fixture.clock.source, patience: .milliseconds(10))
    let path = fixture.add("a.png")
    for free in [true, true, true, false] {
      #expect(await reader.read(path, began: .now) == nil)
      #expect(reader.canRead(path) == free)
      #expect(reader.canRead("/other/a.png") && reader.canRead(fixture.shots.appending("own/a.png")))
    }
    #expect(reader.silentFolders == [])
    #expect(reader.nextDeadline == fixture.clock.now + ScreenshotReader.longestRead)
    fixture.clock.advance(by: ScreenshotReader.longestRead)
    #expect(reader.silentFolders == [fixture.shots])
    #expect(reader.nextDeadline == nil)
    var received = fixture.events.stream.makeAsyncIterator()
    disk.signal()
    guard case .readLate(path, .read, let began) = await received.next() else {
      Issue.record("its end is no event")
      return
    }
    #expect(reader.canRead(path))
    reader.noteEnd(of: path, began: began)
    #expect(reader.silentFolders == [fixture.shots], "three still hang")
    // What an earlier run has left takes none of these lanes, and is not waited for either.
    for _ in 1...2 { #expect(await reader.sha256(of: path) == nil) }
    #expect(reader.canRead(path))
    for _ in 1...4 { disk.signal() }
    for _ in 1...3 {
      guard case .readLate(path, _, let began) = await received.next() else { continue }
      reader.noteEnd(of: path, began: began)
    }
    #expect(reader.silentFolders == [])
  }
}
