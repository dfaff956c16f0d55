import FoundationEssentials
import History
import ScanModel
import Synchronization
import SystemPackage

@testable import Daemon

/// A history that fails for as long as the test wants.
final class FlakyStore: QueueStore, OutcomeStore, QuarantineStore {
  let history: HistoryStore
  private let failure = Mutex<HistoryFailure?>(nil)

  init(_ history: HistoryStore) { self.history = history }

  /// - Parameter code: How all calls fail from now on; nil if they succeed.
  func fail(_ code: HistoryFailure.Code?) { failure.withLock { $0 = code.map { HistoryFailure($0) } } }

  private func check() throws(HistoryFailure) {
    if let failure = failure.withLock({ $0 }) { throw failure }
  }

  func newFiles(among listing: [KnownFile], in folder: FilePath) async throws(HistoryFailure) -> [KnownFile] {
    try check()
    return try await history.newFiles(among: listing, in: folder)
  }

  func enqueue(
    _ files: [KnownFile], at time: Date, rank: @escaping @Sendable (KnownFile) -> Int
  ) async throws(HistoryFailure) -> Int {
    try check()
    return try await history.enqueue(files, at: time, rank: rank)
  }

  func pending(limit: Int) async throws(HistoryFailure) -> [PendingScan] {
    try check()
    return try await history.pending(limit: limit)
  }

  func admit(
    _ file: KnownFile, sha256: String, to engine: String, isStarting: Bool, rank: Int, at time: Date
  ) async throws(HistoryFailure) -> Admission {
    try check()
    return try await history.admit(file, sha256: sha256, to: engine, isStarting: isStarting, rank: rank, at: time)
  }

  func requeue(_ path: FilePath, forgiven: Int) async throws(HistoryFailure) {
    try check()
    try await history.requeue(path, forgiven: forgiven)
  }

  func recover(except running: FilePath?, forgiven: Int) async throws(HistoryFailure) -> [PendingScan] {
    try check()
    return try await history.recover(except: running, forgiven: forgiven)
  }

  func dequeue(_ path: FilePath) async throws(HistoryFailure) {
    try check()
    try await history.dequeue(path)
  }

  func counts() async throws(HistoryFailure) -> HistoryCounts {
    try check()
    return try await history.counts()
  }

  func finish(_ scans: [FinishedScan]) async throws(HistoryFailure) -> [Recorded] {
    try check()
    return try await history.finish(scans)
  }

  func markAlerted(_ number: Int64) async throws(HistoryFailure) {
    try check()
    try await history.markAlerted(number)
  }

  func purge(olderThanDays days: Int, now: Date) async throws(HistoryFailure) -> Deletion {
    try check()
    return try await history.purge(olderThanDays: days, now: now)
  }

  func releaseQuarantine(exceptFrom engine: String) async throws(HistoryFailure) -> Int {
    try check()
    return try await history.releaseQuarantine(exceptFrom: engine)
  }
}
