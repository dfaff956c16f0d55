import GRDB
import ScanModel
import TestSupport
import Testing

@testable import Daemon
@testable import History

/// How often the history is written for one picture: each time costs a synchronized write (fdatasync(2), 1 to 5 ms).
struct TransactionTests {
  private let fixture: DaemonFixture

  init() throws { fixture = try DaemonFixture() }

  /// The statements that begin a write transaction, from now on.
  private func begun() -> Locked<Int> {
    let count = Locked(0)
    fixture.history.queue.inDatabase { db in
      db.trace { event in
        if event.description.hasPrefix("BEGIN IMMEDIATE") { count.withLock { $0 += 1 } }
      }
    }
    return count
  }

  /// Waits until nothing is pending and this many pictures have an entry.
  private func entries(_ count: Int) async throws {
    try await eventually {
      let counts = try await fixture.history.counts()
      return counts.entries == count && counts.pending == 0
    }
  }

  @Test func `a picture takes two, a touched one and a copy one each`() async throws {
    try await fixture.run {
      let begun = begun()
      fixture.announce("a.png", "1")
      try await entries(1)
      #expect(begun.withLock { $0 } == 2)
      fixture.announce("a.png", "1")
      try await eventually { begun.withLock { $0 } == 3 }
      fixture.announce("b.png", "1")
      try await entries(2)
      #expect(begun.withLock { $0 } == 4)
    }
    #expect(fixture.stages.scanned == ["a.png"])
  }

  @Test func `one that alerts takes a third, after the alert is on the screen`() async throws {
    fixture.stages.setRisk("a.png", .high)
    try await fixture.run {
      let begun = begun()
      fixture.announce("a.png", "1")
      try await entries(1)
      let sha256 = try #require(try await fixture.history.list().first?.report().sha256)
      try await eventually { try await fixture.history.hasAlerted(sha256: sha256) }
      #expect(begun.withLock { $0 } == 3)
    }
  }

  @Test func `one that waits for another takes one more, to wait`() async throws {
    fixture.stages.hold()
    try await fixture.run {
      fixture.announce("a.png", "1")
      try await eventually { fixture.stages.scanned == ["a.png"] }
      let begun = begun()
      fixture.announce("b.png", "2")
      try await eventually { try await fixture.pendingCount() == 2 }
      fixture.stages.release()
      try await entries(2)
      // Two of them end the first picture and the second.
      #expect(begun.withLock { $0 } == 4)
    }
  }
}
