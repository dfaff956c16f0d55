internal import FoundationEssentials
internal import History
internal import ScanModel
internal import SystemPackage

/// Keeps the queue so that it outlives the program; the real one is `HistoryStore`, which documents the calls.
protocol QueueStore: Sendable {
  func newFiles(among listing: [KnownFile], in folder: FilePath) async throws(HistoryFailure) -> [KnownFile]
  func enqueue(
    _ files: [KnownFile], at time: Date, rank: @escaping @Sendable (KnownFile) -> Int
  ) async throws(HistoryFailure) -> Int
  func pending(limit: Int) async throws(HistoryFailure) -> [PendingScan]
  func admit(
    _ file: KnownFile, sha256: String, to engine: String, isStarting: Bool, rank: Int, at time: Date
  ) async throws(HistoryFailure) -> Admission
  func requeue(_ path: FilePath, forgiven: Int) async throws(HistoryFailure)
  func recover(except running: FilePath?, forgiven: Int) async throws(HistoryFailure) -> [PendingScan]
  func dequeue(_ path: FilePath) async throws(HistoryFailure)
  func counts() async throws(HistoryFailure) -> HistoryCounts
}

/// Stores outcomes, whose reports must already be as the history may keep them; the real one is `HistoryStore`.
protocol OutcomeStore: Sendable {
  func finish(_ scans: [FinishedScan]) async throws(HistoryFailure) -> [Recorded]
  func markAlerted(_ number: Int64) async throws(HistoryFailure)
  func purge(olderThanDays days: Int, now: Date) async throws(HistoryFailure) -> Deletion
}

/// Knows which pictures were set aside; the real one is `HistoryStore`.
protocol QuarantineStore: Sendable {
  func releaseQuarantine(exceptFrom engine: String) async throws(HistoryFailure) -> Int
}

/// Everything that the daemon keeps in the history.
typealias DaemonStore = QueueStore & OutcomeStore & QuarantineStore

extension HistoryStore: DaemonStore {}
