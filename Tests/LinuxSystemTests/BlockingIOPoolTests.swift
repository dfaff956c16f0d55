import Dispatch
import LinuxSystem
import TestSupport
import Testing

struct BlockingIOPoolTests {
  @Test func `one lane does one thing at a time, in order`() async {
    let pool = BlockingIOPool(label: "test")
    let done = Locked([Int]())
    for number in 0..<20 { pool.start { done.withLock { $0.append(number) } } }
    #expect(await pool.run { done.withLock { $0.count } } == 20)
    #expect(done.withLock { $0 } == Array(0..<20))
  }

  @Test func `work goes to a free lane while another one hangs`() async throws {
    let pool = BlockingIOPool(label: "test", lanes: 2)
    let gate = DispatchSemaphore(value: 0)
    #expect(pool.hasFreeLane)
    pool.start { gate.wait() }
    #expect(pool.hasFreeLane)
    #expect(await pool.run { 7 } == 7)
    pool.start { gate.wait() }
    #expect(!pool.hasFreeLane)
    gate.signal()
    gate.signal()
    try await eventually { pool.hasFreeLane }
  }

  @Test func `a result in time is returned`() async {
    let late = Locked([Int]())
    let result = await BlockingIOPool(label: "test").run(within: .seconds(60), { 7 }) { number in
      late.withLock { $0.append(number) }
    }
    #expect(result == 7)
    #expect(late.withLock { $0.isEmpty })
  }

  @Test func `a late result is handed in afterwards, and its lane is free again`() async throws {
    let pool = BlockingIOPool(label: "test")
    let gate = DispatchSemaphore(value: 0)
    let late = Locked([Int]())
    let result = await pool.run(within: .milliseconds(1)) { () -> Int in
      gate.wait()
      return 7
    } late: { number in
      late.withLock { $0.append(number) }
    }
    #expect(result == nil)
    #expect(late.withLock { $0.isEmpty })
    #expect(!pool.hasFreeLane)
    gate.signal()
    try await eventually { late.withLock { $0 } == [7] }
    #expect(pool.hasFreeLane)
  }

  @Test func `a queue that hangs holds nobody up and keeps no more than fits`() async throws {
    let queue = WriteQueue(label: "test", capacity: 3)
    let gate = DispatchSemaphore(value: 0)
    let done = Locked([Int]())
    #expect(queue.add(size: 9) { gate.wait() }, "what is too large has the queue for itself")
    #expect(!queue.add { done.withLock { $0.append(0) } })
    #expect(!queue.finish(within: .milliseconds(1)))
    gate.signal()
    #expect(queue.finish(within: .seconds(60)))
    #expect(queue.takeRefused() == 1 && queue.takeRefused() == 0)
    // Free soon after the end of what was added last.
    try await eventually { queue.add { gate.wait() } }
    for number in 1...3 { #expect(queue.add { done.withLock { $0.append(number) } } == (number < 3)) }
    gate.signal()
    #expect(queue.finish(within: .seconds(60)))
    #expect(done.withLock { $0 } == [1, 2])
  }
}
