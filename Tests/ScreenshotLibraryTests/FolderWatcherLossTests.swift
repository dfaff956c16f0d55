import Glibc
import LinuxSystem
import ScanModel
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import ScreenshotLibrary

/// Folders that vanish and reappear, queues that overflow, limits that are reached.
struct FolderWatcherLossTests {
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

  /// A file written now must be announced, which shows that the watch is set.
  private func expectArrival(in folder: FilePath, _ recorder: EventRecorder) async throws {
    let path = folder.appending("proof.png")
    Files.write(path)
    try await recorder.expect(.arrived(path, .closed))
    Files.unlink(path)
    try await recorder.expect(.removed(path))
  }

  @Test func `a folder that is deleted and made again is watched again, every time`() async throws {
    let recorder = try await watch()
    for _ in 1...5 {
      recorder.clear()
      Files.remove(shots)
      try await recorder.expect(.folderMissing(shots))
      Files.makeFolder(shots)
      try await recorder.expect(.rescanNeeded(folder: shots, reason: .folderAppeared))
      try await expectArrival(in: shots, recorder)
    }
  }

  @Test func `a folder that is exchanged at once is listed and watched again`() async throws {
    let recorder = try await watch()
    for _ in 1...20 {
      recorder.clear()
      Files.remove(shots)
      Files.makeFolder(shots)
      try await recorder.expect("a rescan") { events in
        events.contains(.rescanNeeded(folder: shots, reason: .folderReplaced))
          || events.contains(.rescanNeeded(folder: shots, reason: .folderAppeared))
      }
      try await expectArrival(in: shots, recorder)
    }
  }

  @Test func `a folder that is renamed away is not followed`() async throws {
    let recorder = try await watch()
    let away = folder("away")
    Files.rename(shots, away)
    try await recorder.expect(.folderMissing(shots))
    Files.write(away.appending("late.png"))
    Files.makeFolder(shots)
    try await recorder.expect(.rescanNeeded(folder: shots, reason: .folderAppeared))
    try await expectArrival(in: shots, recorder)
    #expect(!recorder.events.contains(.arrived(shots.appending("late.png"), .closed)))
  }

  @Test func `a folder above that is renamed takes the folder with it`() async throws {
    let deep = folder("a").appending("b").appending("c")
    for path in [folder("a"), folder("a").appending("b"), deep] { Files.makeFolder(path) }
    let recorder = try await watch([deep])
    Files.rename(folder("a"), folder("z"))
    try await recorder.expect(.folderMissing(deep))
    Files.rename(folder("z"), folder("a"))
    try await recorder.expect(.rescanNeeded(folder: deep, reason: .folderAppeared))
    try await expectArrival(in: deep, recorder)
  }

  @Test func `a folder is deleted with the one above while somebody works in it`() async throws {
    let deep = folder("a").appending("b")
    Files.makeFolder(folder("a"))
    Files.makeFolder(deep)
    let recorder = try await watch([deep])
    // While a directory is open, the kernel does not report its deletion.
    let held = try OwnedDescriptor.openDirectory(deep)
    Files.remove(folder("a"))
    try await recorder.expect(.folderMissing(deep))
    Files.makeFolder(folder("a"))
    Files.makeFolder(deep)
    try await recorder.expect(.rescanNeeded(folder: deep, reason: .folderAppeared))
    try await expectArrival(in: deep, recorder)
    _ = consume held
  }

  @Test func `a folder that is missing at the start is waited for, with those above`() async throws {
    let deep = folder("x").appending("y").appending("z")
    let recorder = try await watch([deep])
    #expect(recorder.events == [.folderMissing(deep), .ready])
    for path in [folder("x"), folder("x").appending("y"), deep] { Files.makeFolder(path) }
    try await recorder.expect(.rescanNeeded(folder: deep, reason: .folderAppeared))
    try await expectArrival(in: deep, recorder)
  }

  @Test func `a symbolic link is followed, and noticed when it points elsewhere`() async throws {
    let other = folder("other")
    let link = folder("link")
    Files.makeFolder(other)
    Files.symlink(FilePath("shots"), at: link)
    let recorder = try await watch([link])
    try await expectArrival(in: link, recorder)
    Files.symlink(other, at: folder("link.new"))
    Files.rename(folder("link.new"), link)
    try await recorder.expect(.rescanNeeded(folder: link, reason: .folderReplaced))
    try await expectArrival(in: link, recorder)
    Files.remove(other)
    try await recorder.expect(.folderMissing(link))
    Files.makeFolder(other)
    try await recorder.expect(.rescanNeeded(folder: link, reason: .folderAppeared))
    try await expectArrival(in: link, recorder)
  }

  @Test func `a file in place of the folder counts as missing`() async throws {
    Files.remove(shots)
    Files.write(shots)
    let recorder = try await watch()
    #expect(recorder.events == [.folderMissing(shots), .ready])
    Files.unlink(shots)
    Files.makeFolder(shots)
    try await recorder.expect(.rescanNeeded(folder: shots, reason: .folderAppeared))
  }

  @Test func `a slow reader gets one rescan instead of all events`() async throws {
    var options = FolderWatcher.Options()
    options.maximumPendingEvents = 16
    let watcher = try FolderWatcher(folders: [shots], options: options)
    var iterator = watcher.events.makeAsyncIterator()
    #expect(await iterator.next() == .ready)
    for number in 0..<200 { Files.write(shots.appending("\(number).png")) }
    let last = shots.appending("last.png")
    Files.write(last)
    Files.unlink(last)
    var events: [FolderEvent] = []
    while let event = await iterator.next() {
      events.append(event)
      if event == .removed(last) || event == .rescanNeeded(folder: shots, reason: .overflow) { break }
    }
    #expect(events.contains(.rescanNeeded(folder: shots, reason: .overflow)))
    #expect(events.count <= 17)
    watcher.stop()
  }

  @Test func `folders of other machines are listed every few seconds`() async throws {
    var options = FolderWatcher.Options()
    options.isRemote = { _ in true }
    options.pollInterval = .milliseconds(10)
    let recorder = try await watch(options: options)
    try await recorder.expect(.rescanNeeded(folder: shots, reason: .polling))
  }

  @Test func `a missing folder of another machine is looked for every few seconds`() async throws {
    let parents = Mutex<Set<FilePath>>([])
    var options = FolderWatcher.Options()
    options.isRemote = { path in
      parents.withLock { _ = $0.insert(path) }
      return true
    }
    options.pollInterval = .milliseconds(10)
    let missing = shots.appending("a").appending("b")
    let recorder = try await watch([missing], options: options)
    #expect(parents.withLock { $0 } == [shots])
    #expect(!recorder.events.contains(.rescanNeeded(folder: missing, reason: .polling)))
    Files.makeFolder(shots.appending("a"))
    Files.makeFolder(missing)
    try await recorder.expect(.rescanNeeded(folder: missing, reason: .folderAppeared))
    try await recorder.expect(.rescanNeeded(folder: missing, reason: .polling))
  }

  @Test func `a relative path starts at the working directory`() async throws {
    let name = FilePath("no-such-folder-\(shots.removingLastComponent().lastComponent?.string ?? "")")
    let recorder = try await watch([name])
    #expect(recorder.events == [.folderMissing(try FilePath.workingDirectory().pushing(name)), .ready])
  }

  @Test(.enabled(if: UnprivilegedThread.isPossible, "needs root, to be another user"))
  func `without inotify instances it lists every few seconds, until there are some`() async throws {
    // Limits count per user; this user runs nothing else.
    let shots = shots
    Files.setMode(shots, 0o755)
    let limit = try #require(Files.number(in: "/proc/sys/fs/inotify/max_user_instances"))
    let (recorder, hoard) = try await UnprivilegedThread.run(user: 65533) { () -> (EventRecorder?, Hoard) in
      let hoard = Hoard(count: limit)
      var options = FolderWatcher.Options()
      options.pollInterval = .milliseconds(10)
      return ((try? FolderWatcher(folders: [shots], options: options)).map { EventRecorder($0) }, hoard)
    }
    let watcher = try #require(recorder)
    try await watcher.expect(.watchLimitReached(SystemError("inotify_init1", errno: EMFILE)))
    try await watcher.expect(.rescanNeeded(folder: shots, reason: .polling))
    hoard.release()
    try await watcher.expect(.rescanNeeded(folder: shots, reason: .folderReplaced))
    try await expectArrival(in: shots, watcher)
  }

  /// Takes all the inotify instances a user may have.
  private final class Hoard: Sendable {
    private let descriptors: Mutex<[Int32]>

    init(count: Int) {
      descriptors = Mutex((0..<count).map { _ in inotify_init1(Int32(IN_CLOEXEC)) })
    }

    func release() {
      descriptors.withLock { list in
        for descriptor in list where descriptor >= 0 { close(descriptor) }
        list = []
      }
    }
  }

  @Test(.enabled(if: UnprivilegedThread.isPossible, "needs root, to be another user"))
  func `a folder that may not be read is waited for`() async throws {
    let shots = shots
    Files.setMode(shots, 0o000)
    let recorder = try #require(
      try await UnprivilegedThread.run { (try? FolderWatcher(folders: [shots])).map { EventRecorder($0) } })
    try await recorder.expect(.ready)
    #expect(recorder.events == [.folderUnreadable(shots), .ready])
    // 0744 still allows listing, but no file in the folder can be opened.
    for mode in [0o700, 0o744] as [mode_t] {
      recorder.clear()
      Files.setMode(shots, 0o755)
      try await recorder.expect(.rescanNeeded(folder: shots, reason: .folderReadable))
      try await expectArrival(in: shots, recorder)
      Files.setMode(shots, mode)
      try await recorder.expect(.folderUnreadable(shots))
    }
  }
}
