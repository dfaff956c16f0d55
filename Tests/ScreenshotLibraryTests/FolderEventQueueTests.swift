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
