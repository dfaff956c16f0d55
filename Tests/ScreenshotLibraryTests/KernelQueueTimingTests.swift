import Glibc
import LinuxSystem
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import ScreenshotLibrary

/// The queue of inotify holds just as many events as the test makes, and nothing else may disturb it.
struct KernelQueueTimingTests {
  private let folder = TemporaryFolder()

  @Test func `an overflow of the kernel's queue asks for a rescan`() async throws {
    let shots = folder("shots")
    Files.makeFolder(shots)
    // The watcher's thread asks this about a folder that is new to it, and is held there while events queue up.
    let gate = Mutex(true)
    let other = folder("other")
    Files.makeFolder(other)
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
    watcher.replaceFolders([shots, other])
    // Not before the watcher is held: until then it takes events out of the queue.
    let held = try await eventually { isHeld.withLock { $0 } }
    #expect(held)
    let limit = try #require(Int(try text(of: "/proc/sys/fs/inotify/max_queued_events")))
    // The kernel merges neighbors that are equal, so two names take turns. They are no screenshots, so that nothing but
    // the overflow is told.
    for _ in 0...(limit / 2) {
      Files.write(shots.appending("a.txt"), [])
      Files.write(shots.appending("b.txt"), [])
    }
    gate.withLock { $0 = false }
    try await recorder.expect(.rescanNeeded(folder: shots, reason: .overflow))
    try await recorder.expect(.rescanNeeded(folder: other, reason: .overflow))
  }

  private func text(of path: FilePath) throws -> String {
    let file = try OwnedDescriptor.openFile(path, followingSymlinks: true)
    var buffer = [UInt8](repeating: 0, count: 64)
    let count = try OwnedDescriptor.read(from: file.raw, into: &buffer, atMost: 64)
    return String(String(decoding: buffer.prefix(count), as: UTF8.self).prefix { $0.isNumber })
  }
}
