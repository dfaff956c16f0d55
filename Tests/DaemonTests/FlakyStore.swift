import History
import Synchronization

/// A history that fails for as long as the test wants.
final class FlakyStore: Sendable {
  let history: HistoryStore
  private let failure = Mutex<HistoryFailure?>(nil)

  init(_ history: HistoryStore) { self.history = history }

  /// - Parameter code: How every access fails from now on; nil if it succeeds.
  func fail(_ code: HistoryFailure.Code?) { failure.withLock { $0 = code.map { HistoryFailure($0) } } }

  @Sendable func access() throws(HistoryFailure) -> HistoryStore {
    if let failure = failure.withLock({ $0 }) { throw failure }
    return history
  }
}
