internal import EventLog
internal import FoundationEssentials
internal import History
internal import ScanModel
internal import ScreenshotLibrary
internal import SystemPackage

/// The screenshots that wait: hints and listings in, the next file to look at out.
///
/// The listing of the folders and the history are the truth, hints only say that something is worth a look. What waits is
/// kept in the history, so a crash at any point neither loses a file nor reports it twice.
@DaemonActor final class ScanQueue {
  typealias Instant = ContinuousClock.Instant

  /// Files that are read in one turn of the loop: then other events, the watchdog's among them, have theirs.
  static let readsPerTurn = 32
  /// While anything waits, the folders are listed this often: hints can be lost without notice.
  static let listingInterval = Duration.seconds(60)
  /// A bound on memory; the listing that follows a failure of the history finds the others.
  static let maximumPassedOver = 1_000

  let folders: [FilePath]
  private let store: any QueueStore
  private let lister: FolderLister
  private let outcomes: OutcomeRecorder
  private let health: HealthMonitor
  private let log: EventLog
  private let time: TimeSource<ContinuousClock>
  private var tracker = WriteCompletionTracker()
  private var retries = RetryPolicy()
  /// When each followed file was first announced, for the time it waited.
  private var announced: [FilePath: SuspendingClock.Instant] = [:]
  /// Files that could neither be scanned at once nor be noted in the history, newest last.
  private var passedOver: [FilePath] = []
  /// Whether anything waits in the history, as far as `nextPending()` has seen.
  private var hasPending = false
  private var nextListing: Instant?

  nonisolated init(
    folders: [FilePath], store: any QueueStore, lister: FolderLister, outcomes: OutcomeRecorder,
    health: HealthMonitor, log: EventLog, time: TimeSource<ContinuousClock>
  ) {
    self.folders = folders
    self.store = store
    self.lister = lister
    self.outcomes = outcomes
    self.health = health
    self.log = log
    self.time = time
  }

  // MARK: What comes in

  /// A watcher announced a file.
  func noteArrival(_ path: FilePath, hint: ArrivalHint) {
    if announced[path] == nil { announced[path] = .now }
    tracker.noteArrival(path, hint: hint, now: time.now())
  }

  /// The file is gone: it neither waits nor keeps its notification.
  func noteRemoval(_ path: FilePath) async {
    tracker.noteRemoval(path)
    announced[path] = nil
    outcomes.forget(path)
    retries.forget(path)
    do {
      try await store.stopWaiting([path])
    } catch {
      health.note(error)
    }
    await outcomes.withdrawNotification(of: path)
  }

  /// Queues what a folder holds and the history does not know.
  func list(_ folder: FilePath, reason: ScanEvent.RescanReason) async {
    if case .files(let files) = await lister.list(folder, reason: reason) {
      await enqueue(files, in: folder, reason: reason)
    }
  }

  func recordAccess(to folder: FilePath) async { await lister.recordAccess(to: folder) }

  func listAll(reason: ScanEvent.RescanReason) async {
    for folder in folders { await list(folder, reason: reason) }
  }

  /// Takes a listing that came late, and lists the folder again if there was reason to meanwhile.
  func takeLate(_ listing: [KnownFile]?, of folder: FilePath, reason: ScanEvent.RescanReason) async {
    if let listing { await enqueue(listing, in: folder, reason: reason) }
    if let again = lister.noteLateListing(of: folder) { await list(folder, reason: again) }
  }

  private func enqueue(_ listing: [KnownFile], in folder: FilePath, reason: ScanEvent.RescanReason) async {
    let files = listing.filter { !outcomes.holds($0) }
    do {
      let new = try await store.newFiles(among: files, in: folder)
      // What is still being written is left to the tracker, which waits until it has come to rest.
      let count = try await store.enqueue(new, at: Date(), rank: ScanPriority.rank)
      log.record(.rescan(reason: reason, found: count), scanID: nil)
    } catch {
      health.note(error)
    }
  }

  /// Whether more files came than are followed, so that all folders have to be listed; asks once.
  func takeLostArrivals() -> Bool { tracker.takeLostArrivals() }

  /// Whether the folders have to be listed because something has waited for long; asks once.
  func takeDueListing() -> Bool {
    guard let due = nextListing, due <= time.now() else { return false }
    nextListing = nil
    return true
  }

  // MARK: What is next

  /// The newest of the files that are due after a hint.
  func takeDue() -> FilePath? { tracker.takeDue(now: time.now()) }

  /// The newest file that could not be noted in the history.
  func takePassedOver() -> FilePath? {
    while let path = passedOver.popLast() {
      if !outcomes.holds(path) { return path }
    }
    return nil
  }

  /// Files that wait in the history, for example from a listing, and are not being followed already; as many as are read
  /// in one turn.
  func nextPending() async -> [FilePath] {
    do {
      // Most often the first ones will do; those that are followed or pause are few.
      var limit = Self.readsPerTurn
      while true {
        let waiting = try await store.pending(limit: limit)
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

  /// Something waits, so hints must not be relied on alone.
  func scheduleListing() {
    if nextListing == nil { nextListing = time.now() + Self.listingInterval }
  }

  /// Nothing waits any more, so nothing has to be remembered.
  func noteRest() {
    nextListing = nil
    tracker.comeToRest()
    // Gives back what many files have used.
    if announced.isEmpty { announced = [:] }
  }

  // MARK: One file

  /// A file is about to be read. One that comes from the history is followed from here on, so that an incomplete one is
  /// looked at again.
  /// - Returns: False if it is not to be read yet.
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

  /// The file is being dealt with: the next announcement begins a new wait.
  func forgetAnnouncement(of path: FilePath) { announced[path] = nil }

  /// Ends the wait of a file whose bytes were judged before at this path.
  /// - Returns: Whether that is so.
  func settle(_ file: KnownFile, sha256: String) async throws(HistoryFailure) -> Bool {
    guard try await store.settle(file, sha256: sha256) != nil else { return false }
    announced[file.path] = nil
    return true
  }

  /// Reading a file has failed for a reason that may pass. Has it wait in the history, to be read again after a pause.
  /// - Returns: False if that has been done often enough.
  func waitToRead(_ file: KnownFile) async -> Bool {
    guard retries.mayReadAgain(file.path, now: time.now()) else { return false }
    do {
      try await enqueue(file)
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
      try await store.stopWaiting([path])
    } catch {
      health.note(error)
    }
  }

  /// Has a file wait for its scan.
  func enqueue(_ file: KnownFile) async throws(HistoryFailure) {
    _ = try await store.enqueue([file], at: Date(), rank: ScanPriority.rank)
  }

  /// Remembers a file that cannot be noted in the history now.
  func passOver(_ path: FilePath) {
    if passedOver.count < Self.maximumPassedOver { passedOver.append(path) }
  }

  // MARK: Attempts

  /// A scan begins: what is found in this state at the next start has crashed with it.
  /// - Returns: How many scans of the file were begun.
  func beginAttempt(_ path: FilePath) async throws(HistoryFailure) -> Int { try await store.markInFlight(path) ?? 1 }

  /// See `RetryPolicy.decide(after:of:attempts:now:)`.
  func decide(after failure: ScanFailure.Code?, of path: FilePath, attempts: Int) -> RetryPolicy.Decision {
    retries.decide(after: failure, of: path, attempts: attempts, now: time.now())
  }

  /// Has a screenshot scanned again, after its pause.
  /// - Parameters:
  ///   - path: The screenshot.
  ///   - forgiven: How many attempts do not count.
  func putBack(_ path: FilePath, forgiven: Int) async {
    do {
      try await store.requeue(path, forgiven: forgiven)
    } catch {
      health.note(error)
    }
  }

  /// Has a screenshot wait for the next run, because this one is ending.
  func release(_ path: FilePath) async { try? await store.requeue(path, forgiven: 1) }

  /// The screenshot has an outcome, or was not to blame: it need not pause.
  func forgetFailures(of path: FilePath) { retries.forget(path) }

  /// Puts back what was being scanned when the last run ended.
  /// - Parameter running: What is being scanned now.
  /// - Returns: The files that have ended it too often.
  func recover(except running: FilePath?) async throws(HistoryFailure) -> [KnownFile] {
    try await store.recover(except: running, forgiven: 0)
      .filter { $0.attempts >= RetryPolicy.maximumAttempts }.map(\.file)
  }

  /// Puts back scans of this run that have ended without the history taking note of it. They were no attempts.
  /// - Parameter running: What is being scanned now.
  func putBackUnnoted(except running: FilePath?) async throws(HistoryFailure) {
    _ = try await store.recover(except: running, forgiven: 1)
  }

  /// How many screenshots wait, for the status line.
  func waitingCount() async -> Int { (try? await store.counts().pending) ?? 0 }
}
