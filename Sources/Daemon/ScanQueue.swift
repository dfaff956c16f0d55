internal import EventLog
internal import FoundationEssentials
internal import History
internal import Pipeline
internal import ScanModel
internal import ScreenshotLibrary
internal import SystemPackage

/// The screenshots that wait: hints and listings go in, the next file to look at comes out.
///
/// The folder listings and the history are authoritative; hints only say that something is worth a look. The queue is
/// kept in the history, so a crash at any point neither loses a file nor reports it twice.
@DaemonActor final class ScanQueue {
  typealias Instant = ContinuousClock.Instant

  /// Files read in one turn of the loop, before other events such as the watchdog's are handled.
  static let readsPerTurn = 32
  /// How often the folders are listed while anything waits: hints can be lost without notice.
  static let listingInterval = Duration.seconds(60)
  /// Limits memory; the listing after a failure of the history finds the rest.
  static let maximumPassedOver = 1_000

  let folders: [FilePath]
  private let history: HistoryAccess
  private let lister: FolderLister
  private let outcomes: OutcomeRecorder
  private let health: HealthMonitor
  private let log: EventLog
  private let time: TimeSource<ContinuousClock>
  private var tracker = WriteCompletionTracker()
  private var retries = RetryPolicy()
  /// When each followed file was first announced, to measure how long it waited.
  private var announced: [FilePath: SuspendingClock.Instant] = [:]
  /// Files that could neither be scanned at once nor be queued in the history, newest last.
  private var passedOver: [FilePath] = []
  /// Whether anything waits in the history, as far as `nextPending()` has seen.
  private var hasPending = false
  private var nextListing: Instant?

  nonisolated init(
    folders: [FilePath], history: @escaping HistoryAccess, lister: FolderLister, outcomes: OutcomeRecorder,
    health: HealthMonitor, log: EventLog, time: TimeSource<ContinuousClock>
  ) {
    self.folders = folders
    self.history = history
    self.lister = lister
    self.outcomes = outcomes
    self.health = health
    self.log = log
    self.time = time
  }

  // MARK: Input

  /// The watcher announced a file.
  func noteArrival(_ path: FilePath, hint: ArrivalHint) {
    if announced[path] == nil { announced[path] = .now }
    tracker.noteArrival(path, hint: hint, now: time.now())
  }

  /// The file is gone: removes it from the queue and withdraws its notification.
  func noteRemoval(_ path: FilePath) async {
    tracker.noteRemoval(path)
    announced[path] = nil
    outcomes.forget(path)
    retries.forget(path)
    do {
      try await history().dequeue(path)
    } catch {
      health.note(error)
    }
    await outcomes.withdrawNotification(of: path)
  }

  /// Queues the files of a folder that the history does not know.
  func list(_ folder: FilePath, reason: ScanEvent.RescanReason) async {
    if case .files(let files) = await lister.list(folder, reason: reason) {
      await enqueue(files, in: folder, reason: reason)
    }
  }

  func recordAccess(to folder: FilePath) async { await lister.recordAccess(to: folder) }

  func listAll(reason: ScanEvent.RescanReason) async {
    for folder in folders { await list(folder, reason: reason) }
  }

  /// Handles a late listing, and lists the folder again if that was requested meanwhile.
  func takeLate(_ listing: [KnownFile]?, of folder: FilePath, reason: ScanEvent.RescanReason) async {
    if let listing { await enqueue(listing, in: folder, reason: reason) }
    if let again = lister.noteLateListing(of: folder) { await list(folder, reason: again) }
  }

  private func enqueue(_ listing: [KnownFile], in folder: FilePath, reason: ScanEvent.RescanReason) async {
    let files = listing.filter { !outcomes.holds($0) }
    do {
      let new = try await history().newFiles(among: files, in: folder)
      // A file that is still being written is also left to the tracker, which waits until writing has ended.
      let count = try await history().enqueue(new, at: Date(), rank: ScanPriority.rank)
      log.record(.rescan(reason: reason, found: count), scanID: nil)
    } catch {
      health.note(error)
    }
  }

  /// Whether more files arrived than can be followed, so that all folders have to be listed. Resets the answer.
  func takeLostArrivals() -> Bool { tracker.takeLostArrivals() }

  /// Whether the folders have to be listed because something has waited for long. Resets the answer.
  func takeDueListing() -> Bool {
    guard let due = nextListing, due <= time.now() else { return false }
    nextListing = nil
    return true
  }

  // MARK: Output

  /// Returns the newest file that is due after a hint.
  func takeDue() -> FilePath? { tracker.takeDue(now: time.now()) }

  /// Returns the newest file that could not be queued in the history.
  func takePassedOver() -> FilePath? {
    while let path = passedOver.popLast() {
      if !outcomes.holds(path) { return path }
    }
    return nil
  }

  /// Returns files that wait in the history, for example after a listing, and are not being followed; at most as many
  /// as are read in one turn.
  func nextPending() async -> [FilePath] {
    do {
      // Usually the first ones suffice: few are followed or pausing.
      var limit = Self.readsPerTurn
      while true {
        let waiting = try await history().pending(limit: limit)
        hasPending = !waiting.isEmpty
        let now = time.now()
        let free = waiting.lazy.map(\.file.path).filter { [self] path in
          !tracker.isFollowing(path) && !outcomes.holds(path) && !retries.isPausing(path, now: now)
        }.prefix(Self.readsPerTurn)
        if !free.isEmpty || waiting.count < limit { return Array(free) }
        limit *= 4
      }
    } catch {
      health.note(error)
      return []
    }
  }

  /// Whether anything is in the queue.
  var hasWork: Bool { hasPending || tracker.count > 0 }

  /// When something is due next.
  /// - Parameter canRead: Whether a file can be read now.
  /// - Returns: Nil if nothing is due.
  func nextDeadline(canRead: Bool) -> Instant? {
    [canRead ? tracker.nextDeadline : nil, retries.nextDeadline(after: time.now()), nextListing]
      .compactMap { $0 }.min()
  }

  /// Something waits, so hints alone must not be relied on.
  func scheduleListing() {
    if nextListing == nil { nextListing = time.now() + Self.listingInterval }
  }

  /// Nothing waits any more, so nothing has to be remembered.
  func noteRest() {
    nextListing = nil
    tracker.comeToRest()
    // Frees the storage that many files needed.
    if announced.isEmpty { announced = [:] }
  }

  // MARK: One file

  /// A file is about to be read. If it comes from the history, it is followed from now on, so that an incomplete one is
  /// looked at again.
  /// - Returns: False if it must not be read yet.
  func beginReading(_ path: FilePath) -> Bool {
    tracker.isFollowing(path) || tracker.takeListed(path, now: time.now())
  }

  /// See `WriteCompletionTracker.noteFinished(_:now:)`.
  func noteComplete(_ path: FilePath) { tracker.noteFinished(path, now: time.now()) }

  /// See `WriteCompletionTracker.noteIncomplete(_:identity:now:)`.
  func noteIncomplete(_ path: FilePath, identity: FileIdentity?) -> WriteCompletionTracker.Decision {
    tracker.noteIncomplete(path, identity: identity, now: time.now())
  }

  /// When the file was announced; nil if it was listed.
  func announcement(of path: FilePath) -> SuspendingClock.Instant? { announced[path] }

  /// The file is being handled; the next announcement starts a new wait.
  func forgetAnnouncement(of path: FilePath) { announced[path] = nil }

  /// See `HistoryStore.admit`.
  func admit(
    _ file: KnownFile, sha256: String, to engine: String, isStarting: Bool
  ) async throws(HistoryFailure) -> Admission {
    try await history().admit(
      file, sha256: sha256, to: engine, isStarting: isStarting, rank: ScanPriority.rank(file), at: Date())
  }

  /// Reading a file has failed for a reason that may pass. Has it wait in the history, to be read again after a pause.
  /// - Returns: False if that has been done often enough.
  func waitToRead(_ file: KnownFile) async -> Bool {
    guard retries.mayReadAgain(file.path, now: time.now()) else { return false }
    do {
      _ = try await history().enqueue([file], at: Date(), rank: ScanPriority.rank)
      return true
    } catch {
      health.note(error)
      return false
    }
  }

  /// A file has an outcome in a state that it is not in, so that the next listing finds it again: until then it no longer
  /// waits.
  func leaveToListing(_ path: FilePath) async {
    do {
      try await history().dequeue(path)
    } catch {
      health.note(error)
    }
  }

  /// Remembers a file that cannot be queued in the history now.
  func passOver(_ path: FilePath) {
    if passedOver.count < Self.maximumPassedOver { passedOver.append(path) }
  }

  // MARK: Attempts

  /// See `RetryPolicy.decide(after:of:attempts:now:)`.
  func decide(after failure: ScanFailure.Code?, of path: FilePath, attempts: Int) -> RetryPolicy.Decision {
    retries.decide(after: failure, of: path, attempts: attempts, now: time.now())
  }

  /// Puts a screenshot back into the queue, to be scanned again after its pause.
  /// - Parameters:
  ///   - path: The screenshot.
  ///   - forgiven: How many attempts do not count.
  func putBack(_ path: FilePath, forgiven: Int) async {
    do {
      try await history().requeue(path, forgiven: forgiven)
    } catch {
      health.note(error)
    }
  }

  /// Leaves a screenshot in the queue for the next run, because this one is ending.
  func release(_ path: FilePath) async { try? await history().requeue(path, forgiven: 1) }

  /// The screenshot has an outcome or was not to blame, so it need not pause.
  func forgetFailures(of path: FilePath) { retries.forget(path) }

  /// Puts back what was being scanned when the last run ended, and gives what another engine could not read a new chance.
  /// - Parameters:
  ///   - running: What is being scanned now.
  ///   - engine: The version of everything that reads pictures.
  /// - Returns: The files that crashed the engine too often.
  /// - Throws: `HistoryFailure` if the history cannot be written.
  func recover(except running: FilePath?, engine: String) async throws(HistoryFailure) -> [KnownFile] {
    _ = try await history().releaseQuarantine(exceptFrom: engine)
    return try await history().recover(except: running).filter { $0.attempts >= RetryPolicy.maximumAttempts }
      .map(\.file)
  }

  /// Puts back scans of this run that have ended without the history taking note of it. They were no attempts.
  /// - Parameter running: What is being scanned now.
  /// - Throws: `HistoryFailure` if the history cannot be written.
  func putBackUnnoted(except running: FilePath?) async throws(HistoryFailure) {
    _ = try await history().recover(except: running, forgiven: 1)
  }

  /// How many screenshots wait, for the status line.
  func waitingCount() async -> Int { (try? await history().counts().pending) ?? 0 }
}
