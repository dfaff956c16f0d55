import ScanModel
import SystemPackage
import TestSupport
import Testing

@testable import Daemon

struct NotificationQueueTests {
  private let start = SuspendingClock.now
  private let ends = Locked<[String: NotificationEnd]>([:])

  private func enqueue(
    _ name: String, _ queue: inout NotificationQueue, sha256: String? = nil, at now: SuspendingClock.Instant? = nil
  ) {
    let notification = RiskNotification(path: FilePath(name), sha256: sha256, level: .high, category: .delivery)
    queue.enqueue(notification, now: now ?? start) { [ends] end in ends.withLock { $0[name] = end } }
  }

  private func end(of name: String) -> NotificationEnd? { ends.withLock { $0[name] } }

  private func names(_ queue: NotificationQueue) -> [String] { queue.unsent.map(\.notification.path.string) }

  private func ids(_ names: String..., in queue: NotificationQueue) -> Set<Int> {
    Set(queue.unsent.filter { names.contains($0.notification.path.string) }.map(\.id))
  }

  @Test func `what waits is sent in order`() {
    var queue = NotificationQueue(patience: .seconds(600))
    for name in ["/a", "/b"] { enqueue(name, &queue) }
    #expect(names(queue) == ["/a", "/b"])
    #expect(end(of: "/a") == nil)
  }

  @Test func `the same picture has one notification, whatever its name`() {
    var queue = NotificationQueue(patience: .seconds(600))
    enqueue("/a", &queue, sha256: "1")
    enqueue("/b", &queue, sha256: "1")
    #expect(names(queue) == ["/a"])
    for entry in queue.take(ids("/a", in: queue)) { entry.end(.shown) }
    #expect(end(of: "/a") == .shown && end(of: "/b") == .shown)
    enqueue("/c", &queue, sha256: "1")
    #expect(names(queue) == [] && end(of: "/c") == .shown)
  }

  @Test func `a notification goes with the last file that shows its picture`() {
    var queue = NotificationQueue(patience: .seconds(600))
    for name in ["/a", "/b"] { enqueue(name, &queue, sha256: "1") }
    queue.withdraw("/a")
    #expect(end(of: "/a") == .dropped && end(of: "/b") == nil)
    #expect(names(queue) == ["/b"])
    queue.withdraw("/b")
    #expect(end(of: "/b") == .dropped && names(queue) == [])
  }

  @Test func `at the end everything is left to the next program, but not what is on its way`() {
    var queue = NotificationQueue(patience: .seconds(600))
    for name in ["/a", "/b"] { enqueue(name, &queue) }
    queue.postpone(except: ids("/a", in: queue))
    #expect(end(of: "/a") == nil && end(of: "/b") == .postponed)
    #expect(names(queue) == ["/a"])
  }

  @Test func `who waits is let go, and what waits is shown once, whoever waits for it again`() {
    var queue = NotificationQueue(patience: .seconds(600))
    enqueue("/a", &queue, sha256: "1")
    enqueue("/b", &queue)
    for _ in 0..<3 {
      queue.release()
      #expect(end(of: "/a") == .postponed && end(of: "/b") == .postponed)
      #expect(names(queue) == ["/a"])
      ends.withLock { $0 = ["/b": .postponed] }
      enqueue("/a", &queue, sha256: "1")
    }
    #expect(queue.unsent.map(\.screenshots.count) == [1])
    for entry in queue.take(ids("/a", in: queue)) { entry.end(.shown) }
    #expect(end(of: "/a") == .shown)
  }

  @Test func `what waits is remembered however many were shown`() {
    var queue = NotificationQueue(patience: .seconds(600))
    enqueue("/a", &queue, sha256: "a")
    for index in 0..<NotificationQueue.maximumHashes {
      enqueue("/shown", &queue, sha256: "\(index)")
      _ = queue.take(ids("/shown", in: queue))
    }
    enqueue("/b", &queue, sha256: "a")
    #expect(names(queue) == ["/a"])
  }

  @Test func `a copy of a picture whose notification was given up is told of`() {
    var queue = NotificationQueue(patience: .seconds(600))
    enqueue("/a", &queue, sha256: "1")
    queue.giveUp(ids("/a", in: queue))
    enqueue("/b", &queue, sha256: "1")
    #expect(names(queue) == ["/b"])
  }

  @Test func `what has waited for too long is given up`() {
    var queue = NotificationQueue(patience: .seconds(600))
    enqueue("/a", &queue)
    enqueue("/b", &queue, at: start + .seconds(10))
    queue.expire(now: start + .seconds(600))
    #expect(names(queue) == ["/b"])
    #expect(end(of: "/a") == .dropped && end(of: "/b") == nil)
  }

  @Test func `a service that does not answer gets it not a second time, another one does`() {
    var queue = NotificationQueue(patience: .seconds(600))
    enqueue("/a", &queue)
    queue.noteUnanswered(ids("/a", in: queue))
    enqueue("/b", &queue)
    #expect(names(queue) == ["/b"])
    queue.noteServiceAppeared()
    #expect(names(queue) == ["/a", "/b"])
  }

  @Test func `a screenshot that is gone does not wait`() {
    var queue = NotificationQueue(patience: .seconds(600))
    enqueue("/a", &queue)
    enqueue("/b", &queue)
    queue.giveUp(ids("/a", in: queue))
    #expect(names(queue) == ["/b"])
    #expect(end(of: "/a") == .dropped)
    let taken = queue.take(ids("/a", "/b", in: queue))
    #expect(taken.map(\.notification.path.string) == ["/b"])
  }

  @Test func `beyond the bound the oldest is given up`() {
    var queue = NotificationQueue(patience: .seconds(600))
    for index in 0...NotificationQueue.maximumEntries { enqueue("/\(index)", &queue) }
    #expect(queue.unsent.count == NotificationQueue.maximumEntries)
    #expect(end(of: "/0") == .dropped && end(of: "/1") == nil)
  }

  @Test func `it tells whether anything else waits`() {
    var queue = NotificationQueue(patience: .seconds(600))
    enqueue("/a", &queue)
    let first = ids("/a", in: queue)
    #expect(!queue.hasOthers(than: first))
    enqueue("/b", &queue)
    #expect(queue.hasOthers(than: first))
    queue.noteUnanswered(first)
    #expect(!queue.hasOthers(than: ids("/b", in: queue)))
  }

  @Test func `another picture under the same name is another notification`() {
    var queue = NotificationQueue(patience: .seconds(600))
    enqueue("/latest", &queue, sha256: "1")
    let sent = ids("/latest", in: queue)
    enqueue("/latest", &queue, sha256: "2")
    #expect(queue.take(sent).map(\.notification.sha256) == ["1"])
    #expect(queue.unsent.map(\.notification.sha256) == ["2"])
  }
}
