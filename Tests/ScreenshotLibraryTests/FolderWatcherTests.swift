import Glibc
import LinuxSystem
import ScanModel
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import ScreenshotLibrary

/// Real inotify on real folders, with the sequences of the programs that save screenshots.
struct FolderWatcherTests {
  private let folder: TemporaryFolder
  private let shots: FilePath

  init() {
    folder = TemporaryFolder()
    shots = folder("shots")
    Files.makeFolder(shots)
  }

  private func watch(
    _ folders: [FilePath]? = nil, options: FolderWatcher.Options = FolderWatcher.Options()
  ) async throws -> EventRecorder {
    try await EventRecorder.watching(folders ?? [shots], options: options)
  }

  @Test func `a file that is written and closed arrives as created, then closed`() async throws {
    let recorder = try await watch()
    let path = shots.appending("a.png")
    Files.write(path)
    try await recorder.expect(.arrived(path, .closed))
    #expect(recorder.events == [.ready, .arrived(path, .created), .arrived(path, .closed)])
  }

  @Test func `a file that is made readable arrives again`() async throws {
    let path = shots.appending("a.png")
    Files.write(path)
    Files.setMode(path, 0)
    let recorder = try await watch()
    Files.setMode(path, 0o600)
    try await recorder.expect(.arrived(path, .created))
  }

  @Test func `a temporary name is not told, its rename is`() async throws {
    let recorder = try await watch()
    Files.write(shots.appending("b.png.tmp"))
    Files.rename(shots.appending("b.png.tmp"), shots.appending("b.png"))
    try await recorder.expect(.arrived(shots.appending("b.png"), .renamed))
    #expect(recorder.events == [.ready, .arrived(shots.appending("b.png"), .renamed)])
  }

  @Test func `a hidden name is told to be gone when it is renamed`() async throws {
    let recorder = try await watch()
    Files.write(shots.appending(".b.png"))
    Files.rename(shots.appending(".b.png"), shots.appending("b.png"))
    try await recorder.expect(.arrived(shots.appending("b.png"), .renamed))
    #expect(recorder.events.contains(.removed(shots.appending(".b.png"))))
  }

  @Test func `a file that is moved in arrives, also over another one`() async throws {
    let recorder = try await watch()
    let path = shots.appending("c.png")
    for _ in 1...2 {
      recorder.clear()
      Files.write(folder("c"))
      Files.rename(folder("c"), path)
      try await recorder.expect(.arrived(path, .renamed))
    }
  }

  @Test func `a file that gets its name after it was written arrives as created`() async throws {
    let recorder = try await watch()
    let unnamed = shots.appending("unnamed.png")
    let linked = shots.appending("linked.png")
    Files.writeUnnamedThenLink(unnamed)
    Files.write(folder("elsewhere"))
    Files.link(folder("elsewhere"), linked)
    try await recorder.expect(.arrived(linked, .created))
    #expect(recorder.events == [.ready, .arrived(unnamed, .created), .arrived(linked, .created)])
  }

  @Test func `a file that is opened, appended to and closed three times arrives each time`() async throws {
    let recorder = try await watch()
    let path = shots.appending("d.png")
    for _ in 1...3 {
      recorder.clear()
      Files.write(path, append: true)
      try await recorder.expect(.arrived(path, .closed))
    }
  }

  @Test func `what is deleted or moved away is told to be gone`() async throws {
    let recorder = try await watch()
    Files.write(shots.appending("e.png"))
    Files.unlink(shots.appending("e.png"))
    Files.write(shots.appending("f.png"))
    Files.rename(shots.appending("f.png"), folder("f.png"))
    try await recorder.expect(.removed(shots.appending("e.png")))
    try await recorder.expect(.removed(shots.appending("f.png")))
  }

  @Test(arguments: [
    [0x62, 0x61, 0x64, 0xFF, 0xFE] + Array(".png".utf8), Array("a\n\u{1B}[31mX.png".utf8), Array("$(id).PNG".utf8),
    Array("--help.png".utf8), Array("\u{202E}gnp.x.png".utf8), Array("trailing.png ".utf8),
    Array(repeating: UInt8(ascii: "n"), count: 251) + Array(".png".utf8), Array("e\u{301}.png".utf8),
  ])
  func `names are bytes from end to end`(name: [UInt8]) async throws {
    let recorder = try await watch()
    let path = folder(Array("shots/".utf8) + name)
    Files.write(path)
    try await recorder.expect(.arrived(path, .closed))
    let listed = try ScreenshotListing.files(in: shots)
    #expect(listed.map(\.path) == [path])
    #expect(Array(path.bytes.suffix(name.count)) == name)
  }

  @Test func `other files, folders and unlinked files are not told`() async throws {
    let recorder = try await watch()
    Files.write(shots.appending("notes.txt"))
    Files.makeFolder(shots.appending("folder.png"))
    Files.write(shots.appending("held.png"))
    recorder.clear()
    // Closed after it was unlinked: it can no longer be read.
    let held = try Files.openForWriting(shots.appending("held.png"))
    Files.unlink(shots.appending("held.png"))
    _ = consume held
    let last = shots.appending("last.png")
    Files.write(last)
    try await recorder.expect(.arrived(last, .closed))
    let removal = FolderEvent.removed(shots.appending("held.png"))
    let rest = try #require(recorder.events.firstIndex(of: removal).map { recorder.events[($0 + 1)...] })
    #expect(rest.map(\.self) == [.arrived(last, .created), .arrived(last, .closed)])
  }

  @Test func `two folders, one in the other, are both watched`() async throws {
    let recorder = try await watch([folder.path, shots])
    Files.write(folder("outer.png"))
    Files.write(shots.appending("inner.png"))
    // Each folder is watched on its own, so that either event may come first.
    try await recorder.expect(.arrived(shots.appending("inner.png"), .closed))
    try await recorder.expect(.arrived(folder("outer.png"), .closed))
  }

  @Test func `a folder that does not answer holds up no other`() async throws {
    let silent = folder("silent")
    Files.makeFolder(silent)
    let answers = Mutex(false)
    defer { answers.withLock { $0 = true } }
    var options = FolderWatcher.Options()
    options.patience = .milliseconds(10)
    // The thread of a folder makes this call when it looks at it first.
    options.isRemote = { path in
      while path == silent && !answers.withLock({ $0 }) { usleep(1000) }
      return false
    }
    let recorder = EventRecorder(try FolderWatcher(folders: [silent, shots], options: options))
    try await recorder.expect(.ready)
    #expect(recorder.events.contains(.folderSilent(silent)))
    let path = shots.appending("a.png")
    try await recorder.expect("an arrival") { events in
      Files.write(path)
      return events.contains(.arrived(path, .closed))
    }
    Files.write(silent.appending("b.png"))
    answers.withLock { $0 = true }
    try await recorder.expect(.rescanNeeded(folder: silent, reason: .folderAppeared))
    Files.write(silent.appending("c.png"))
    try await recorder.expect(.arrived(silent.appending("c.png"), .closed))
  }

  @Test func `stopping ends the events`() async throws {
    let watcher = try FolderWatcher(folders: [shots])
    let recorder = EventRecorder(watcher)
    try await recorder.expect(.ready)
    watcher.stop()
    #expect(try await eventually { recorder.hasEnded })
  }

  @Test func `a watcher that nobody keeps ends by itself`() async throws {
    var watcher: FolderWatcher? = try FolderWatcher(folders: [shots])
    let events = try #require(watcher?.events)
    watcher = nil
    var count = 0
    for await _ in events { count += 1 }
    #expect(count <= 1)
  }
}
