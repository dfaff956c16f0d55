package import History
package import ScanModel
package import Settings
internal import Synchronization
package import SystemPackage

/// Stores reports, with as much of their text as the settings allow.
package struct PersistenceStage: Sendable {
  /// What to store.
  package enum Job: Sendable {
    /// The report of a scan that a user requested, and the path of its file; nil if there is none.
    case requested(ScanReport, path: FilePath?)
    /// Finished scans of watched files, which become known and leave the queue.
    case watched([FinishedScan])
  }

  private let storedText: Settings.StoredText
  private let history: SharedHistory

  /// - Parameters:
  ///   - storedText: How much of the text is kept.
  ///   - open: Opens the history, when there is first something to store.
  package init(
    storedText: Settings.StoredText, opening open: @escaping @Sendable () throws(HistoryFailure) -> HistoryStore
  ) {
    self.storedText = storedText
    history = SharedHistory(open)
  }

  /// Stores reports in one transaction.
  /// - Returns: What became of each. Empty for a file that does not exist: it could not be listed later.
  /// - Throws: `HistoryFailure`; nothing is stored in that case.
  @discardableResult
  package func run(_ job: Job) async throws(HistoryFailure) -> [Recorded] {
    switch job {
    case .requested(let report, let path):
      if report.error?.code == .notFound { return [] }
      return [.stored(try await history.store().append(storable(report), path: path, alerted: false))]
    case .watched(let scans):
      let storable = scans.map { scan in
        var scan = scan
        scan.report = self.storable(scan.report)
        return scan
      }
      return try await history.store().finish(storable)
    }
  }

  /// Closes the history; storing something opens it again.
  package func close() { history.close() }

  /// A report as the history may keep it.
  package func storable(_ report: ScanReport) -> ScanReport { report.stored(as: storedText) }
}

/// A history that is opened when it is first needed.
private final class SharedHistory: Sendable {
  private let open: @Sendable () throws(HistoryFailure) -> HistoryStore
  private let opened = Mutex<HistoryStore?>(nil)

  init(_ open: @escaping @Sendable () throws(HistoryFailure) -> HistoryStore) { self.open = open }

  func store() throws(HistoryFailure) -> HistoryStore {
    try opened.withLock { opened throws(HistoryFailure) in
      if let opened { return opened }
      let store = try open()
      opened = store
      return store
    }
  }

  func close() {
    opened.withLock { opened in
      opened?.close()
      opened = nil
    }
  }
}
