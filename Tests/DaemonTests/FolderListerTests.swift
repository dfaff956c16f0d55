import Dispatch
import EventLog
import ScanModel
import ScreenshotLibrary
import SystemPackage
import TestSupport
import Testing

@testable import Daemon

@DaemonActor struct FolderListerTests {
  private let folder = TemporaryFolder()
  private let events = DaemonEventQueue()
  private var log: EventLog { EventLog(directory: folder("state")) }

  @Test func `a folder is listed, with hidden files`() async throws {
    Files.write(folder("a.png"), [1])
    Files.write(folder(".b.png"), [1])
    let lister = FolderLister(events: events, log: log)
    guard case .files(let files) = await lister.list(folder.path, reason: .start) else {
      Issue.record("it was not listed")
      return
    }
    #expect(Set(files.map(\.path)) == [folder("a.png"), folder(".b.png")])
  }

  @Test func `one that is missing cannot be listed`() async {
    let lister = FolderLister(events: events, log: log)
    guard case .failed = await lister.list(folder("none"), reason: .start) else {
      Issue.record("it was listed")
      return
    }
  }

  @Test func `a listing that hangs keeps nobody waiting, and is done once more if asked for meanwhile`() async throws {
    let disk = DispatchSemaphore(value: 0)
    let lister = FolderLister(events: events, log: log, patience: .milliseconds(10)) { _ in
      disk.wait()
      return []
    }
    guard case .late = await lister.list(folder.path, reason: .start) else {
      Issue.record("it was waited for")
      return
    }
    guard case .late = await lister.list(folder.path, reason: .overflow) else {
      Issue.record("it was listed twice")
      return
    }
    disk.signal()
    var received = events.stream.makeAsyncIterator()
    guard case .listedLate(let path, let files, .start) = await received.next() else {
      Issue.record("its end is no event")
      return
    }
    #expect(path == folder.path && files?.isEmpty == true)
    #expect(lister.noteLateListing(of: path) == .overflow)
    #expect(lister.noteLateListing(of: path) == nil)
  }
}
