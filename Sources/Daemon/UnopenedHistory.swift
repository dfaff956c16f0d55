internal import FoundationEssentials
internal import History
internal import ScanModel
internal import Synchronization
internal import SystemPackage

/// A history that could not be opened yet: a disk that is full, read-only, or not there. All that is asked of it fails until
/// it can be, so that the daemon goes on as with any history that fails: it scans and warns, and keeps what it finds.
final class UnopenedHistory: DaemonStore {
  private enum State {
    case failed(HistoryFailure)
    case opened(HistoryStore)
  }

  private let open: @Sendable () async throws(HistoryFailure) -> HistoryStore
  private let state: Mutex<State>

  /// - Parameters:
  ///   - failure: Of the first try.
  ///   - open: Tries again.
  init(_ failure: HistoryFailure, open: @escaping @Sendable () async throws(HistoryFailure) -> HistoryStore) {
    self.open = open
    state = Mutex(.failed(Self.passing(failure)))
  }

  /// Not the code that means that it has to be opened anew, because that is being tried.
  private static func passing(_ failure: HistoryFailure) -> HistoryFailure {
    HistoryFailure(.save, subject: failure.subject, detail: failure.detail, sqliteCode: failure.sqliteCode)
  }

  /// Tries to open it; not to be called again before that has ended.
  /// - Returns: Whether it is open now.
  func tryOpening() async -> Bool {
    if case .opened = state.withLock({ $0 }) { return true }
    let new: State
    do throws(HistoryFailure) {
      new = .opened(try await open())
    } catch {
      new = .failed(Self.passing(error))
    }
    state.withLock { $0 = new }
    if case .opened = new { return true } else { return false }
  }

  /// - Throws: Why it is not open.
  func opened() throws(HistoryFailure) -> HistoryStore {
    switch state.withLock({ $0 }) {
    case .failed(let failure): throw failure
    case .opened(let history): return history
    }
  }

  func close() {
    if case .opened(let history) = state.withLock({ $0 }) { history.close() }
  }

  // MARK: What is asked of it

  func newFiles(among listing: [KnownFile], in folder: FilePath) async throws(HistoryFailure) -> [KnownFile] {
    try await opened().newFiles(among: listing, in: folder)
  }

  func enqueue(
    _ files: [KnownFile], at time: Date, rank: @escaping @Sendable (KnownFile) -> Int
  ) async throws(HistoryFailure) -> Int {
    try await opened().enqueue(files, at: time, rank: rank)
  }

  func pending(limit: Int) async throws(HistoryFailure) -> [PendingScan] { try await opened().pending(limit: limit) }

  func admit(
    _ file: KnownFile, sha256: String, to engine: String, isStarting: Bool, rank: Int, at time: Date
  ) async throws(HistoryFailure) -> Admission {
    try await opened().admit(file, sha256: sha256, to: engine, isStarting: isStarting, rank: rank, at: time)
  }

  func requeue(_ path: FilePath, forgiven: Int) async throws(HistoryFailure) {
    try await opened().requeue(path, forgiven: forgiven)
  }

  func recover(except running: FilePath?, forgiven: Int) async throws(HistoryFailure) -> [PendingScan] {
    try await opened().recover(except: running, forgiven: forgiven)
  }

  func dequeue(_ path: FilePath) async throws(HistoryFailure) { try await opened().dequeue(path) }

  func counts() async throws(HistoryFailure) -> HistoryCounts { try await opened().counts() }

  func finish(_ scans: [FinishedScan]) async throws(HistoryFailure) -> [Recorded] { try await opened().finish(scans) }

  func markAlerted(_ number: Int64) async throws(HistoryFailure) { try await opened().markAlerted(number) }

  func purge(olderThanDays days: Int, now: Date) async throws(HistoryFailure) -> Deletion {
    try await opened().purge(olderThanDays: days, now: now)
  }

  func releaseQuarantine(exceptFrom engine: String) async throws(HistoryFailure) -> Int {
    try await opened().releaseQuarantine(exceptFrom: engine)
  }
}
