internal import Dispatch
internal import LinuxSystem
internal import ScanModel
internal import Synchronization

/// Hands over inputs as they arrive. A thread reads them, because a read may block indefinitely, and only one ahead, so
/// that memory does not grow with the input: with "bytes", each is a whole picture.
final class BulkFeed: Sendable {
  enum End: Sendable {
    case complete
    case failed(ScanFailure)
    case stopped
  }

  /// In a struct: the lock would wrap a bare closure anew at each call, deeper and deeper.
  private struct Source {
    let next: () throws(ScanFailure) -> BulkItem?
  }

  private let source: Mutex<Source>
  private let items = AsyncStream.makeStream(of: BulkItem.self)
  private let taken = DispatchSemaphore(value: 0)
  private let storedEnd = Mutex<End?>(nil)

  /// `next` returns the next input, or nil at the end; called on one thread, and may block.
  init(next: sending @escaping () throws(ScanFailure) -> BulkItem?) throws(SystemError) {
    source = Mutex(Source(next: next))
    try DedicatedThread.start(name: "bulk-input") { [self] in
      do throws(ScanFailure) {
        while let item = try source.withLock({ source throws(ScanFailure) in try source.next() }) {
          if case .terminated = items.continuation.yield(item) { return }
          taken.wait()
        }
        finish(.complete)
      } catch {
        finish(.failed(error))
      }
    }
  }

  var end: End? { storedEnd.withLock { $0 } }

  /// The next input; nil if there are no more. For one caller at a time.
  func next() async -> BulkItem? {
    var iterator = items.stream.makeAsyncIterator()
    guard let item = await iterator.next() else { return nil }
    taken.signal()
    // Drops what was read ahead.
    if case .stopped = end { return nil }
    return item
  }

  func stop() { finish(.stopped) }

  private func finish(_ end: End) {
    storedEnd.withLock { old in
      if case .stopped = end { old = end } else { old = old ?? end }
    }
    items.continuation.finish()
  }
}
