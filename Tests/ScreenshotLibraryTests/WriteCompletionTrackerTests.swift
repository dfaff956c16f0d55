import ScanModel
import SystemPackage
import Testing

@testable import ScreenshotLibrary

/// Times are passed in as numbers: nothing waits.
struct WriteCompletionTrackerTests {
  private let start = ContinuousClock.now
  private let a: FilePath = "/shots/a.png"
  private let b: FilePath = "/shots/b.png"
  private let tracker = Followed()

  /// Seconds after the start.
  private func at(_ seconds: Double) -> ContinuousClock.Instant { start + .milliseconds(Int(seconds * 1000)) }

  private func identity(_ size: Int64) -> FileIdentity {
    FileIdentity(device: 1, inode: 2, size: size, modifiedNanoseconds: 3, changedNanoseconds: 4)
  }

  @Test(arguments: [ArrivalHint.closed, .renamed])
  func `a file that is probably complete is due at once`(hint: ArrivalHint) {
    tracker.noteArrival(a, hint: hint, now: at(0))
    #expect(tracker.nextDeadline == at(0))
    #expect(tracker.takeDue(now: at(0)) == a)
    #expect(tracker.nextDeadline == nil)
    tracker.noteFinished(a, now: at(0))
    #expect(tracker.count == 0)
  }

  @Test func `nothing tracked needs no timer`() {
    #expect(tracker.nextDeadline == nil)
    #expect(tracker.takeDue(now: at(1000)) == nil)
  }

  @Test func `a name that appeared is due after one second`() {
    tracker.noteArrival(a, hint: .created, now: at(0))
    #expect(tracker.takeDue(now: at(0.999)) == nil)
    #expect(tracker.nextDeadline == at(1))
    #expect(tracker.takeDue(now: at(1)) == a)
  }

  @Test func `closing makes a name that appeared due at once`() {
    tracker.noteArrival(a, hint: .created, now: at(0))
    tracker.noteArrival(a, hint: .closed, now: at(0.1))
    #expect(tracker.takeDue(now: at(0.1)) == a)
    #expect(tracker.nextDeadline == nil)
  }

  @Test func `a second appearance does not postpone the first`() {
    tracker.noteArrival(a, hint: .closed, now: at(0))
    tracker.noteArrival(a, hint: .created, now: at(0))
    #expect(tracker.nextDeadline == at(0))
  }

  @Test func `a hidden name waits for its rename, and is read if none comes`() {
    let hidden: FilePath = "/shots/.a.png"
    tracker.noteArrival(hidden, hint: .created, now: at(0))
    tracker.noteArrival(hidden, hint: .closed, now: at(0.1))
    #expect(tracker.takeDue(now: at(1.9)) == nil)
    tracker.noteRemoval(hidden)
    #expect(tracker.count == 0)
    tracker.noteArrival(hidden, hint: .closed, now: at(3))
    #expect(tracker.nextDeadline == at(5))
  }

  @Test func `the newest of several comes first`() {
    tracker.noteArrival(a, hint: .closed, now: at(0))
    tracker.noteArrival(b, hint: .closed, now: at(1))
    #expect(tracker.takeDue(now: at(1)) == b)
    #expect(tracker.takeDue(now: at(1)) == a)
  }

  @Test func `a file that was cut off and does not change is final after two seconds`() {
    tracker.noteArrival(a, hint: .closed, now: at(0))
    var reads: [Double] = []
    var now = at(0)
    while true {
      #expect(tracker.takeDue(now: now) == a)
      reads.append((now - start) / .seconds(1))
      if tracker.noteIncomplete(a, identity: identity(10), now: now) == .giveUp { break }
      guard let next = tracker.nextDeadline else { break }
      now = next
    }
    #expect(reads == [0, 0.25, 0.75, 1.75, 2])
    #expect(tracker.count == 0)
  }

  @Test func `a file that keeps changing is final after thirty seconds`() {
    tracker.noteArrival(a, hint: .created, now: at(0))
    var reads = 0
    var decision = WriteCompletionTracker.Decision.retry
    var now = at(0)
    while decision == .retry, let next = tracker.nextDeadline {
      now = next
      #expect(tracker.takeDue(now: now) == a)
      reads += 1
      decision = tracker.noteIncomplete(a, identity: identity(Int64(reads)), now: now)
    }
    #expect(decision == .giveUp)
    #expect(now == at(30))
    #expect(reads < 25)
  }

  @Test func `a slow writer that stops in time is read when it is complete`() {
    tracker.noteArrival(a, hint: .created, now: at(0))
    #expect(tracker.takeDue(now: at(1)) == a)
    #expect(tracker.noteIncomplete(a, identity: identity(1), now: at(1)) == .retry)
    tracker.noteArrival(a, hint: .closed, now: at(1.5))
    #expect(tracker.takeDue(now: at(1.5)) == a)
    tracker.noteFinished(a, now: at(1.5))
    #expect(tracker.count == 0)
  }

  @Test func `a scanner that appends three times gets no outcome on the way`() {
    for part in 0..<3 {
      let now = at(Double(part) * 0.4)
      tracker.noteArrival(a, hint: .closed, now: now)
      #expect(tracker.takeDue(now: now) == a)
      if part < 2 {
        #expect(tracker.noteIncomplete(a, identity: identity(Int64(part)), now: now) == .retry)
      } else {
        tracker.noteFinished(a, now: now)
      }
    }
    #expect(tracker.count == 0)
  }

  @Test func `a writer that closes all the time is not read all the time`() {
    tracker.noteArrival(a, hint: .closed, now: at(0))
    var reads = 0
    for step in 0..<1000 {
      let now = at(Double(step) / 100)
      tracker.noteArrival(a, hint: .closed, now: now)
      if tracker.takeDue(now: now) != nil {
        reads += 1
        #expect(tracker.noteIncomplete(a, identity: identity(Int64(step)), now: now) == .retry)
      }
    }
    // Ten seconds, with at most one read per quarter of a second.
    #expect(reads == 40)
  }

  @Test func `a change during the read leads to another one`() {
    tracker.noteArrival(a, hint: .closed, now: at(0))
    #expect(tracker.takeDue(now: at(0)) == a)
    tracker.noteArrival(a, hint: .closed, now: at(0.1))
    #expect(tracker.takeDue(now: at(0.1)) == nil)
    tracker.noteFinished(a, now: at(0.2))
    #expect(tracker.takeDue(now: at(0.2)) == a)
    tracker.noteFinished(a, now: at(0.3))
    #expect(tracker.count == 0)
  }

  @Test func `a file that is deleted during the read has no outcome`() {
    tracker.noteArrival(a, hint: .closed, now: at(0))
    #expect(tracker.takeDue(now: at(0)) == a)
    tracker.noteRemoval(a)
    #expect(tracker.noteIncomplete(a, identity: nil, now: at(0.1)) == .dropped)
    #expect(tracker.nextDeadline == nil)
  }

  @Test func `a file that may not be opened is final after two seconds, unless that changes`() {
    tracker.noteArrival(a, hint: .renamed, now: at(0))
    _ = tracker.takeDue(now: at(0))
    #expect(tracker.noteIncomplete(a, identity: nil, now: at(0)) == .retry)
    #expect(tracker.noteIncomplete(a, identity: nil, now: at(2)) == .giveUp)
  }

  @Test func `no more files are followed than allowed, and that is told once`() {
    var policy = WriteCompletionTracker.Policy()
    policy.maximumFiles = 3
    let tracker = Followed(policy: policy)
    for number in 0..<10 { tracker.noteArrival(FilePath("/shots/\(number).png"), hint: .closed, now: at(0)) }
    #expect(tracker.count == 3)
    #expect(tracker.takeLostArrivals())
    #expect(!tracker.takeLostArrivals())
  }

  @Test func `a clock that goes back loses nothing`() {
    tracker.noteArrival(a, hint: .closed, now: at(10))
    #expect(tracker.takeDue(now: at(10)) == a)
    #expect(tracker.noteIncomplete(a, identity: identity(1), now: at(5)) == .retry)
    #expect(tracker.nextDeadline != nil)
  }

  /// The tracker by reference, because expectations cannot change values.
  @Test func `a hint during the last read has the file read once more`() {
    tracker.noteArrival(a, hint: .closed, now: at(0))
    for second in [0.0, 2.0] {
      #expect(tracker.takeDue(now: at(second)) == a)
      if second > 0 { tracker.noteArrival(a, hint: .closed, now: at(second)) }
      #expect(tracker.noteIncomplete(a, identity: identity(10), now: at(second)) == .retry)
    }
    #expect(tracker.takeDue(now: at(2)) == a)
    #expect(tracker.noteIncomplete(a, identity: identity(10), now: at(2)) == .giveUp)
    #expect(tracker.takeListed(a, now: at(5)))
    tracker.noteArrival(a, hint: .closed, now: at(5))
    #expect(tracker.noteIncomplete(a, identity: identity(10), now: at(5)) == .retry)
  }

  @Test func `a file that came to rest incomplete is not watched again, unless it changes`() {
    tracker.noteArrival(a, hint: .closed, now: at(0))
    var now = at(0)
    while tracker.takeDue(now: now) == a, tracker.noteIncomplete(a, identity: identity(10), now: now) == .retry {
      now = tracker.nextDeadline ?? now
    }
    #expect(now == at(2))
    // Every worker was busy: the file's turn comes later, from the queue.
    #expect(tracker.takeListed(a, now: at(5)))
    #expect(tracker.noteIncomplete(a, identity: identity(10), now: at(5)) == .giveUp)
    #expect(tracker.takeListed(a, now: at(6)))
    #expect(tracker.noteIncomplete(a, identity: identity(11), now: at(6)) == .retry)
    tracker.noteRemoval(a)
    tracker.forgetSettled()
    #expect(tracker.takeListed(a, now: at(7)))
    #expect(tracker.noteIncomplete(a, identity: identity(10), now: at(7)) == .retry)
  }

  private final class Followed {
    private var tracker: WriteCompletionTracker

    init(policy: WriteCompletionTracker.Policy = WriteCompletionTracker.Policy()) {
      tracker = WriteCompletionTracker(policy: policy)
    }

    var count: Int { tracker.count }
    var nextDeadline: ContinuousClock.Instant? { tracker.nextDeadline() }

    func noteArrival(_ path: FilePath, hint: ArrivalHint, now: ContinuousClock.Instant) {
      tracker.noteArrival(path, hint: hint, now: now)
    }

    func noteRemoval(_ path: FilePath) { tracker.noteRemoval(path) }

    func takeDue(now: ContinuousClock.Instant) -> FilePath? { tracker.takeDue(now: now) }

    func noteFinished(_ path: FilePath, now: ContinuousClock.Instant) { tracker.noteFinished(path, now: now) }

    func noteIncomplete(
      _ path: FilePath, identity: FileIdentity?, now: ContinuousClock.Instant
    ) -> WriteCompletionTracker.Decision {
      tracker.noteIncomplete(path, identity: identity, now: now)
    }

    func takeListed(_ path: FilePath, now: ContinuousClock.Instant) -> Bool { tracker.takeListed(path, now: now) }

    func forgetSettled() { tracker.forgetSettled() }

    func takeLostArrivals() -> Bool { tracker.takeLostArrivals() }
  }
}
