import Glibc
import LinuxSystem
import SystemPackage
import Testing

@testable import ScreenshotLibrary

struct FolderEventQueueTests {
  private func arrival(_ number: Int) -> FolderEvent { .arrived(FilePath("/s/\(number).png"), .closed) }

  private let rescan = FolderEvent.rescanNeeded(folder: "/s", reason: .overflow)

  private func drain(_ queue: FolderEventQueue) async -> [FolderEvent] {
    queue.finish()
    var events: [FolderEvent] = []
    while let event = await queue.next() { events.append(event) }
    return events
  }

  @Test func `events come in order, and equal neighbors once`() async {
    let queue = FolderEventQueue(capacity: 10, folders: ["/s"])
    for number in [1, 1, 2, 1] { queue.append([arrival(number)], from: 0, summary: []) }
    #expect(await drain(queue) == [arrival(1), arrival(2), arrival(1)])
  }

  @Test func `too many events become one rescan, and later ones follow it`() async {
    let queue = FolderEventQueue(capacity: 10, folders: ["/s"])
    queue.append([.ready], from: 0, summary: [])
    for number in 0..<10 { queue.append([arrival(number)], from: 0, summary: [rescan]) }
    queue.append([arrival(99)], from: 0, summary: [rescan])
    #expect(await drain(queue) == [.ready, rescan, arrival(99)])
  }

  @Test func `however often events are lost, one rescan answers for all that came before`() async {
    let queue = FolderEventQueue(capacity: 4096, folders: ["/s"])
    let missing = FolderEvent.folderMissing("/gone")
    queue.append([.ready, missing], from: 0, summary: [])
    for number in 0..<20_000 {
      queue.append([arrival(number)], from: 0, hasLost: number % 16 == 15, summary: [rescan, missing])
    }
    // 20,000 is a multiple of 16: the last event was lost too.
    #expect(await drain(queue) == [.ready, rescan, missing])
  }

  @Test func `a loss without any event is told, and what comes after it is kept`() async {
    let queue = FolderEventQueue(capacity: 16, folders: ["/s"])
    queue.append([], from: 0, hasLost: true, summary: [rescan])
    queue.append([arrival(1)], from: 0, summary: [rescan])
    #expect(await queue.next() == rescan)
    // The listing may have begun, so a new loss requires another one.
    queue.append([arrival(2)], from: 0, hasLost: true, summary: [rescan])
    queue.append([arrival(3)], from: 0, summary: [rescan])
    #expect(await drain(queue) == [rescan, arrival(3)])
  }

  @Test func `a queue that is never empty does not grow`() async {
    let queue = FolderEventQueue(capacity: 4, folders: ["/s"])
    queue.append([arrival(0)], from: 0, summary: [rescan])
    for number in 1..<10_000 {
      queue.append([arrival(number)], from: 0, summary: [rescan])
      #expect(await queue.next() == arrival(number - 1))
    }
    #expect(queue.storedCount < 16)
  }

  @Test func `a reader that waits is woken by an event, by the end, and by its cancellation`() async {
    let queue = FolderEventQueue(capacity: 4, folders: ["/s"])
    async let first = queue.next()
    queue.append([.ready], from: 0, summary: [])
    #expect(await first == .ready)
    let waiting = Task { await queue.next() }
    waiting.cancel()
    #expect(await waiting.value == nil)
    async let last = queue.next()
    queue.finish()
    #expect(await last == nil)
    queue.append([.ready], from: 0, summary: [])
    #expect(await queue.next() == nil)
  }

  // MARK: Several folders

  private let limit = FolderEvent.watchLimitReached(SystemError("inotify_add_watch", errno: ENOSPC))

  @Test func `several folders are ready when the last one is`() async {
    let queue = FolderEventQueue(capacity: 10, folders: ["/s", "/t"])
    queue.append([.ready], from: 1, summary: [])
    queue.append([arrival(1)], from: 1, summary: [])
    queue.append([.folderMissing("/s"), .ready], from: 0, summary: [])
    queue.stopWaiting()
    #expect(await drain(queue) == [arrival(1), .folderMissing("/s"), .ready])
  }

  @Test(arguments: [nil, FolderEvent.folderMissing("/t"), .folderUnreadable("/t")])
  func `a silent folder is told, waited for no longer, and listed when it answers`(state: FolderEvent?) async {
    let queue = FolderEventQueue(capacity: 10, folders: ["/s", "/t"])
    queue.append([.ready], from: 0, summary: [])
    queue.stopWaiting()
    queue.stopWaiting()
    #expect(await queue.next() == .folderSilent("/t"))
    #expect(await queue.next() == .ready)
    queue.append((state.map { [$0] } ?? []) + [.ready], from: 1, summary: [])
    #expect(await drain(queue) == [state ?? .rescanNeeded(folder: "/t", reason: .folderAppeared)])
  }

  @Test func `a loss in one folder leaves the events of the others`() async {
    let queue = FolderEventQueue(capacity: 10, folders: ["/t", "/s"])
    queue.append([.arrived("/t/1.png", .closed)], from: 0, summary: [])
    queue.append([arrival(1)], from: 1, summary: [])
    queue.append([arrival(2)], from: 1, hasLost: true, summary: [rescan])
    #expect(await drain(queue) == [.arrived("/t/1.png", .closed), rescan])
  }

  @Test func `a limit is told once, and lifted when it holds for no folder`() async {
    let queue = FolderEventQueue(capacity: 10, folders: ["/s", "/t"])
    for source in 0...1 { queue.append([limit], from: source, summary: []) }
    queue.append([.watchLimitLifted], from: 0, summary: [])
    queue.append([arrival(1)], from: 0, summary: [])
    queue.append([.watchLimitLifted], from: 1, summary: [])
    #expect(await drain(queue) == [limit, arrival(1), .watchLimitLifted])
  }
}
