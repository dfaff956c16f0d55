internal import Glibc
internal import Synchronization

/// Does what may wait for a disk or for whoever reads, in order, on a thread that nobody waits for. What does not fit
/// is refused, so that memory stays bounded. What is left when the program exits gets two seconds (exit(3)).
package final class WriteQueue: Sendable {
  private static let all = Mutex<[WriteQueue]>([])

  private let pool: BlockingIOPool
  private let capacity: Int
  /// The sizes of what is not done, in sum.
  private let load = Mutex(0)
  private let refused = Atomic(0)

  /// Debuggers show the label.
  package init(label: String, capacity: Int) {
    pool = BlockingIOPool(label: label)
    self.capacity = capacity
    let isFirst = Self.all.withLock { all in
      all.append(self)
      return all.count == 1
    }
    if isFirst { atexit { WriteQueue.finishAll(within: .seconds(2)) } }
  }

  /// Adds work, if it fits or nothing else is left, and returns whether it did.
  @discardableResult
  package func add(size: Int = 1, _ body: @escaping @Sendable () -> Void) -> Bool {
    let fits = load.withLock { load in
      guard load == 0 || load + size <= capacity else { return false }
      load += size
      return true
    }
    guard fits else {
      refused.add(1, ordering: .relaxed)
      return false
    }
    pool.start {
      body()
      self.load.withLock { $0 -= size }
    }
    return true
  }

  /// Waits until all work added so far is done, or until the limit, and returns whether it is.
  @discardableResult
  package func finish(within limit: Duration) -> Bool {
    load.withLock { $0 == 0 } || pool.runBlocking(within: limit) {} != nil
  }

  /// How much was refused since this was last asked.
  package func takeRefused() -> Int { refused.exchange(0, ordering: .relaxed) }

  private static func finishAll(within limit: Duration) {
    let end = ContinuousClock.now + limit
    for queue in all.withLock({ $0 }) { queue.finish(within: max(.zero, end - .now)) }
  }
}
