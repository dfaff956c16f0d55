internal import FoundationEssentials
internal import History
internal import Pipeline
internal import ScanModel
internal import Settings
internal import SystemPackage

/// Opens the history for a daemon. A damaged one is set aside, and a new one is filled with what can be salvaged. If
/// the disk is full or not mounted yet, waits for it: the daemon may start first.
struct HistoryOpener: Sendable {
  let directories: XDGDirectories
  let serviceManager: any ServiceNotifier
  let output: DaemonOutput
  /// Shows a failure on the desktop, without waiting for it.
  let notify: @Sendable (FailureDescription) -> Void
  var time = TimeSource(ContinuousClock())

  /// Opens the history as soon as that is possible.
  /// - Parameter mustCheck: Whether it may have damage that opening does not reveal. It is then read completely.
  /// - Returns: The history, which the caller must close.
  /// - Throws: `ScanFailure` of the storage, unless waiting may help; `CancellationError`.
  func open(checking mustCheck: Bool) async throws -> HistoryStore {
    var pauses = Backoff(first: .seconds(1), longest: .seconds(60))
    var isWaiting = false
    var mustCheck = mustCheck
    while true {
      do throws(HistoryFailure) {
        if mustCheck, let kept = try HistoryStore.setAside(in: directories.data, at: Date()) {
          return try await rebuild(HistoryStore(in: directories.data), from: kept)
        }
        return try HistoryStore(in: directories.data)
      } catch {
        if mustCheck == (error.code == .missing), [.missing, .corrupt].contains(error.code) {
          mustCheck.toggle()
          continue
        }
        guard error.code == .unavailable else { throw error.scanFailure }
        if !isWaiting { reportWaiting(error.scanFailure) }
        isWaiting = true
      }
      try await time.sleep(time.now() + pauses.pause())
    }
  }

  /// Reports why nothing is scanned, and tells the service manager not to wait.
  private func reportWaiting(_ failure: ScanFailure) {
    let description = FailureCatalog.describe(failure)
    output.failure(description)
    StatusFile(in: directories.runtime).write(DaemonStatus(text: description.message, isTrouble: true))
    serviceManager.status(description.message)
    serviceManager.ready()
  }

  /// Fills a new history from a damaged one, and tells the user.
  private func rebuild(_ history: HistoryStore, from kept: FilePath) async throws(HistoryFailure) -> HistoryStore {
    let failure = FailureCatalog.describe(ScanFailure(.corruptData, subject: directories.historyFile.displayName))
    output.failure(failure)
    let salvaged = try await history.salvage(from: kept)
    output.note(
      "The damaged history was set aside as \(kept.displayName); \(salvaged.entries) of its entries could be read and "
        + "are in the new one.")
    notify(failure)
    return history
  }
}
