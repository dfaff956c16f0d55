package import History
package import ScanModel
package import Settings
internal import Synchronization
package import SystemPackage

/// Stores reports, with as much of their text as the settings allow, in a history that is opened when there is first
/// something to store.
package final class PersistenceStage: Sendable {
  private let storedText: Settings.StoredText
  private let open: @Sendable () throws(HistoryFailure) -> HistoryStore
  private let opened = Mutex<HistoryStore?>(nil)

  /// - Parameters:
  ///   - storedText: How much of the text is kept.
  ///   - open: Opens the history.
  package init(
    storedText: Settings.StoredText, opening open: @escaping @Sendable () throws(HistoryFailure) -> HistoryStore
  ) {
    self.storedText = storedText
    self.open = open
  }

  /// Stores the report of a scan that a user requested.
  /// - Parameters:
  ///   - report: As the pipeline made it.
  ///   - path: Of its file; nil if there is none.
  /// - Returns: The number of the entry; nil for a file that does not exist: it could not be listed later.
  /// - Throws: `HistoryFailure`.
  @discardableResult
  package func keep(_ report: ScanReport, path: FilePath?) async throws(HistoryFailure) -> Int64? {
    if report.error?.code == .notFound { return nil }
    return try await history().append(storable(report), path: path, alerted: false)
  }

  /// A report as the history may keep it.
  package func storable(_ report: ScanReport) -> ScanReport { report.stored(as: storedText) }

  private func history() throws(HistoryFailure) -> HistoryStore {
    try opened.withLock { opened throws(HistoryFailure) in
      if let opened { return opened }
      let store = try open()
      opened = store
      return store
    }
  }

  /// Closes the history; storing something opens it again.
  package func close() {
    opened.withLock { opened in
      opened?.close()
      opened = nil
    }
  }
}
