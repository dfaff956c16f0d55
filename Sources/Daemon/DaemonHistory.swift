internal import History

/// The history of one daemon, which may not be open yet.
enum DaemonHistory: Sendable {
  case opened(HistoryStore)
  case unopened(UnopenedHistory)

  var store: any DaemonStore {
    switch self {
    case .opened(let history): history
    case .unopened(let history): history
    }
  }

  /// Where known results are looked up; nil while there is none.
  var lookup: HistoryStore? {
    if case .opened(let history) = self { history } else { nil }
  }

  /// The history itself.
  /// - Throws: Why it is not open.
  @Sendable func history() throws(HistoryFailure) -> HistoryStore {
    switch self {
    case .opened(let history): history
    case .unopened(let history): try history.opened()
    }
  }

  /// Tries to open one that is not open; nil for one that is.
  var tryOpening: (@Sendable () async -> Bool)? {
    guard case .unopened(let history) = self else { return nil }
    return { await history.tryOpening() }
  }

  func close() {
    switch self {
    case .opened(let history): history.close()
    case .unopened(let history): history.close()
    }
  }
}
