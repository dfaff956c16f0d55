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
    let queue = FolderEventQueue(capacity: 10)
    for number in [1, 1, 2, 1] { queue.append([arrival(number)]) { [] } }
    #expect(await drain(queue) == [arrival(1), arrival(2), arrival(1)])
  }

  @Test func `too many events become one rescan, and later ones follow it`() async {
    let queue = FolderEventQueue(capacity: 10)
    queue.append([.ready]) { [] }
    for number in 0..<10 { queue.append([arrival(number)]) { [rescan] } }
    queue.append([arrival(99)]) { [rescan] }
    #expect(await drain(queue) == [.ready, rescan, arrival(99)])
  }

  @Test func `however often events are lost, one rescan answers for all that came before`() async {
    let queue = FolderEventQueue(capacity: 4096)
    let missing = FolderEvent.folderMissing("/gone")
    queue.append([.ready, missing]) { [] }
    for number in 0..<20_000 {
      queue.append([arrival(number)], hasLost: number % 16 == 15) { [rescan, missing] }
    }
    // 20,000 is a multiple of 16: the last event was lost too.
    #expect(await drain(queue) == [.ready, rescan, missing])
  }

  @Test func `a loss without any event is told, and what comes after it is kept`() async {
    let queue = FolderEventQueue(capacity: 16)
    queue.append([], hasLost: true) { [rescan] }
    queue.append([arrival(1)]) { [rescan] }
    #expect(await queue.next() == rescan)
    // The listing may have begun, so a new loss requires another one.
    queue.append([arrival(2)], hasLost: true) { [rescan] }
    queue.append([arrival(3)]) { [rescan] }
    #expect(await drain(queue) == [rescan, arrival(3)])
  }

  @Test func `a queue that is never empty does not grow`() async {
    let queue = FolderEventQueue(capacity: 4)
    queue.append([arrival(0)]) { [rescan] }
    for number in 1..<10_000 {
      queue.append([arrival(number)]) { [rescan] }
      #expect(await queue.next() == arrival(number - 1))
    }
    #expect(queue.storedCount < 16)
  }

  @Test func `a reader that waits is woken by an event, by the end, and by its cancellation`() async {
    let queue = FolderEventQueue(capacity: 4)
    async let first = queue.next()
    queue.append([.ready]) { [] }
    #expect(await first == .ready)
    let waiting = Task { await queue.next() }
    waiting.cancel()
    #expect(await waiting.value == nil)
    async let last = queue.next()
    queue.finish()
    #expect(await last == nil)
    queue.append([.ready]) { [] }
    #expect(await queue.next() == nil)
  }
}
