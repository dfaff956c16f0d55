import Glibc
import LinuxSystem
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import ScreenshotLibrary

/// inotify's queue holds exactly as many events as the test makes, so nothing else may run.
struct KernelQueueTimingTests {
  private let folder = TemporaryFolder()

  @Test func `an overflow of the kernel's queue asks for a rescan`() async throws {
    let shots = folder("shots")
    Files.makeFolder(shots)
    // The folder's thread makes this call for each new dated folder, and is held here while events queue up.
    let gate = Mutex(true)
    let other = shots.appending("2026")
    var options = FolderWatcher.Options()
    let isHeld = Mutex(false)
    options.isRemote = { path in
      if path == other { isHeld.withLock { $0 = true } }
      while path == other && gate.withLock({ $0 }) { usleep(1000) }
      return false
    }
    let watcher = try FolderWatcher(folders: [shots], options: options)
    let recorder = EventRecorder(watcher)
    try await recorder.expect(.ready)
    Files.makeFolder(other)
    // Waits until the watcher is held; before that it takes events from the queue.
    let held = try await eventually { isHeld.withLock { $0 } }
    #expect(held)
    let limit = try #require(Files.number(in: Self.limitFile))
    // The kernel merges identical neighbors, so two names alternate. They are no screenshots, so only the overflow is
    // reported.
    for _ in 0...(limit / 2) {
      Files.write(shots.appending("a.txt"), [])
      Files.write(shots.appending("b.txt"), [])
    }
    gate.withLock { $0 = false }
    try await recorder.expect(.rescanNeeded(folder: shots, reason: .overflow))
  }

  private static let limitFile = FilePath("/proc/sys/fs/inotify/max_queued_events")

  /// The limit applies to instances created later (inotify(7)), so it is restored as soon as the watcher has its own.
  @Test(.enabled(if: geteuid() == 0, "needs root, to set the limit"))
  func `with a queue of 16 events, a listing answers for all 20,000 files`() async throws {
    let shots = folder("shots")
    Files.makeFolder(shots)
    let limit = try #require(Files.number(in: Self.limitFile))
    Files.write(Self.limitFile, Array("16".utf8))
    let watcher: FolderWatcher
    var iterator: AsyncStream<FolderEvent>.Iterator
    do {
      defer { Files.write(Self.limitFile, Array("\(limit)".utf8)) }
      watcher = try FolderWatcher(folders: [shots])
      iterator = watcher.events.makeAsyncIterator()
      #expect(await iterator.next() == .ready)
    }
    // Nobody reads meanwhile, as during a long listing.
    for number in 0..<20_000 { Files.write(shots.appending("\(number).png"), []) }
    watcher.stop()
    var rescans = 0
    while let event = await iterator.next() {
      if event == .rescanNeeded(folder: shots, reason: .overflow) { rescans += 1 }
    }
    // The watcher may have one more read to do when the first is taken.
    #expect((1...2).contains(rescans))
  }
}
