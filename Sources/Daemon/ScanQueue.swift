internal import EventLog
internal import FoundationEssentials
internal import History
internal import Pipeline
internal import ScanModel
internal import ScreenshotLibrary
internal import SystemPackage

/// The screenshots that wait for a scan. Folder listings and the history, where the queue is, decide what has to be
/// scanned, so that a crash neither loses a file nor scans it twice; events only say where to look. Memory holds only
/// what can be lost: which files are still being written, and which pause after a failure.
@DaemonActor final class ScanQueue {
  /// How many files are read before the loop handles other events, such as the watchdog's.
  static let readsPerTurn = 32
  /// Limits memory. The listing that follows when the history works again finds the other files.
  static let maximumUnqueued = 1_000

  private let context: DaemonContext
  private let lister: FolderLister
  private let reader: ScreenshotReader
  private let outcomes: OutcomeRecorder
  private var tracker = WriteCompletionTracker()
  /// Pauses after failures. Forget a path when it has an outcome or did not cause its failures.
  var retries = RetryPolicy()
  /// When each file that waits was first announced, to measure how long it waited. Listed files are not announced.
  private var announced: [FilePath: SuspendingClock.Instant] = [:]
  /// Files that wait although the history could not queue them, newest last.
  private var unqueued: [FilePath] = []
  /// Whether anything was waiting in the history when `nextPending()` last looked.
  private var hasPending = false
  private var nextListing: Instant?

  nonisolated init(
    _ context: DaemonContext, lister: FolderLister, reader: ScreenshotReader, outcomes: OutcomeRecorder
  ) {
    self.context = context
    self.lister = lister
    self.reader = reader
    self.outcomes = outcomes
  }

  // MARK: Input

  func noteArrival(_ path: FilePath, hint: ArrivalHint) {
    if announced[path] == nil { announced[path] = .now }
    tracker.noteArrival(path, hint: hint, now: context.time.now())
  }

  func takeAnnouncement(of path: FilePath) -> SuspendingClock.Instant? { announced.removeValue(forKey: path) }

  /// The file is gone. Removes it from the queue and withdraws its notification.
  func noteRemoval(_ path: FilePath) async {
    tracker.noteRemoval(path)
    announced[path] = nil
    outcomes.unsaved.forget(path)
    await dequeue(path)
    await context.notifications.withdraw(path)
  }

  /// Lists a folder and queues the files that the history does not know.
  func list(_ folder: FilePath, reason: ScanEvent.RescanReason) async {
    // There may be any number of folders, and each may be on a disk that does not answer.
    context.health.noteProgress()
    if case .files(let files) = await lister.list(folder, reason: reason) {
      await enqueue(files, in: folder, reason: reason)
    }
  }

  func recordAccess(to folder: FilePath) async {
    context.health.noteProgress()
    await lister.recordAccess(to: folder)
  }

  func listAll(reason: ScanEvent.RescanReason) async {
    for folder in context.folders { await list(folder, reason: reason) }
  }

  /// Handles a listing that took long, and lists the folder again if that was requested in the meantime.
  func takeLate(_ listing: [KnownFile]?, of folder: FilePath, reason: ScanEvent.RescanReason) async {
    if let listing { await enqueue(listing, in: folder, reason: reason) }
    if let again = lister.noteLateListing(of: folder) { await list(folder, reason: again) }
  }

  private func enqueue(_ listing: [KnownFile], in folder: FilePath, reason: ScanEvent.RescanReason) async {
    let files = listing.filter { !outcomes.unsaved.holds($0) }
    do {
      let new = try await context.history().newFiles(among: files, in: folder)
      // Includes files that are still being written; the tracker decides when those are read.
      let count = try await context.history().enqueue(new, at: Date(), rank: ScanPriority.rank)
      context.log.record(.rescan(reason: reason, found: count), scanID: nil)
    } catch {
      context.health.note(error)
    }
  }

  /// Whether more files were announced than the tracker can hold. Asking resets it.
  func takeLostArrivals() -> Bool { tracker.takeLostArrivals() }

  /// Whether `FolderLister.interval` has passed while something waited. Asking resets it.
  func takeDueListing() -> Bool {
    guard let due = nextListing, due <= context.time.now() else { return false }
    nextListing = nil
    return true
  }

  // MARK: Output

  /// The newest announced file that is probably complete and can be read now.
  func takeDue() -> FilePath? { tracker.takeDue(now: context.time.now(), where: reader.canRead) }

  /// The newest file that the history could not queue and that can be read now.
  func takeUnqueued() -> FilePath? {
    unqueued.removeAll { outcomes.unsaved.holds($0) }
    return unqueued.lastIndex(where: reader.canRead).map { unqueued.remove(at: $0) }
  }

  /// Files that wait in the history and may be read now, at most `readsPerTurn`: those that are not being written, do
  /// not pause after a failure or wait for reads in their folder, and have no outcome that is yet to be stored.
  func nextPending() async -> [FilePath] {
    do {
      // Few are left out, so usually the first query is enough.
      var limit = Self.readsPerTurn
      while true {
        let waiting = try await context.history().pending(limit: limit)
        hasPending = !waiting.isEmpty
        let now = context.time.now()
        let free = waiting.lazy.map(\.file.path).filter { [self] path in
          !tracker.isFollowing(path) && !outcomes.unsaved.holds(path) && !retries.isPausing(path, now: now)
            && reader.canRead(path)
        }.prefix(Self.readsPerTurn)
        if !free.isEmpty || waiting.count < limit { return Array(free) }
        limit *= 4
      }
    } catch {
      context.health.note(error)
      return []
    }
  }

  var hasWork: Bool { hasPending || tracker.count > 0 }

  /// When the loop has to wake up for the queue; nil if it need not.
  var nextDeadline: Instant? {
    let deadlines = [
      tracker.nextDeadline(where: reader.canRead), retries.nextDeadline(after: context.time.now()), nextListing,
    ]
    return deadlines.compactMap { $0 }.min()
  }

  /// Something waits: plans the next listing unless one is planned.
  func scheduleListing() {
    if nextListing == nil { nextListing = context.time.now() + FolderLister.interval }
  }

  /// Nothing waits any more: cancels the listing and frees memory.
  func noteRest() {
    nextListing = nil
    tracker.forgetSettled()
    // An empty dictionary keeps its storage.
    if announced.isEmpty { announced = [:] }
  }

  // MARK: One file

  /// The tracker holds a file that is read until it is complete. Returns false if it must not be read yet.
  func beginReading(_ path: FilePath) -> Bool {
    tracker.isFollowing(path) || tracker.takeListed(path, now: context.time.now())
  }

  func noteComplete(_ path: FilePath) { tracker.noteFinished(path, now: context.time.now()) }

  func noteIncomplete(_ path: FilePath, identity: FileIdentity?) -> WriteCompletionTracker.Decision {
    tracker.noteIncomplete(path, identity: identity, now: context.time.now())
  }

  func admit(
    _ file: KnownFile, sha256: String, to engine: String, isStarting: Bool
  ) async throws(HistoryFailure) -> Admission {
    try await context.history().admit(
      file, sha256: sha256, to: engine, isStarting: isStarting, rank: ScanPriority.rank(file), at: Date())
  }

  /// A file could not be read for a reason that may pass. Returns whether it is to be read again after a pause.
  func waitToRead(_ file: KnownFile) async -> Bool {
    guard retries.mayReadAgain(file.path, now: context.time.now()) else { return false }
    do {
      _ = try await context.history().enqueue([file], at: Date(), rank: ScanPriority.rank)
      return true
    } catch {
      context.health.note(error)
      return false
    }
  }

  /// Removes a file from the queue. If it is still there and not known in its present state, the next listing finds it.
  /// One that stays in the queue, because the history cannot be written, pauses.
  func dequeue(_ path: FilePath) async {
    do {
      try await context.history().dequeue(path)
      retries.forget(path)
    } catch {
      retries.pause(path, now: context.time.now())
      context.health.note(error)
    }
  }

  func noteUnqueued(_ path: FilePath) {
    if unqueued.count < Self.maximumUnqueued { unqueued.append(path) }
  }

  // MARK: Attempts

  func decide(after failure: ScanFailure.Code?, of path: FilePath, attempts: Int) -> RetryPolicy.Decision {
    retries.decide(after: failure, of: path, attempts: attempts, now: context.time.now())
  }

  /// To be scanned again after its pause. The forgiven attempts do not count.
  func requeue(_ path: FilePath, forgiven: Int) async {
    do {
      try await context.history().requeue(path, forgiven: forgiven)
    } catch {
      context.health.note(error)
    }
  }

  /// Returns a screenshot to the queue for the next run, because this one is ending.
  func release(_ path: FilePath) async { try? await context.history().requeue(path, forgiven: 1) }

  /// Returns to the queue what was being scanned when the last run ended, drops what waits in folders that are no
  /// longer watched, and releases what another engine crashed on. Returns the files that crashed this one too often.
  func recover(except running: FilePath?, engine: String) async throws(HistoryFailure) -> [KnownFile] {
    let history = try context.history()
    try await history.dequeue(outside: context.folders)
    _ = try await history.releaseQuarantine(exceptFrom: engine)
    return try await history.recover(except: running).filter { $0.attempts >= RetryPolicy.maximumAttempts }.map(\.file)
  }

  /// Returns to the queue what this run scanned while the history could not be written. These attempts do not count.
  func requeueUnfinished(except running: FilePath?) async throws(HistoryFailure) {
    _ = try await context.history().recover(except: running, forgiven: 1)
  }

  func waitingCount() async -> Int { (try? await context.history().counts().pending) ?? 0 }
}
