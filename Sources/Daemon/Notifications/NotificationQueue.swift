internal import FoundationEssentials
internal import ScanModel
internal import SystemPackage

/// A notification about one screenshot that looks like a scam.
struct RiskNotification: Sendable {
  var scanID: UUID?
  var path: FilePath
  var sha256: String?
  var level: RiskLevel
  var category: RiskCategory
}

/// Risk notifications that have not been shown yet, oldest first. Has no side effects except its callbacks.
struct NotificationQueue {
  typealias Instant = SuspendingClock.Instant

  struct Entry {
    var notification: RiskNotification
    var enqueuedAt: Instant
    /// The current service received it and does not answer. It may yet show it, so only another service gets it again.
    var isUnanswered = false
    /// Called once, with whether it was shown.
    var didEnd: @Sendable (Bool) -> Void
  }

  /// When exceeded, all hashes are forgotten; the history knows them by then.
  static let maximumHashes = 1_000
  /// Notifications beyond this are given up, oldest first; their reports are in the history.
  static let maximumEntries = 1_000

  /// How long a notification is worth showing: after that the user has acted on the screenshot.
  private let patience: Duration
  private var entries: [Entry] = []
  /// Pictures whose notification was shown, or is still to be.
  private var hashes: Set<String> = []

  init(patience: Duration) { self.patience = patience }

  /// Notifications that the current service has not received yet.
  var unsent: [Entry] { entries.filter { !$0.isUnanswered } }

  /// Whether anything waits besides these screenshots.
  func hasOthers(than paths: Set<FilePath>) -> Bool { !entries.allSatisfy { paths.contains($0.notification.path) } }

  /// Queues a notification, unless the picture already had one.
  mutating func enqueue(_ notification: RiskNotification, now: Instant, didEnd: @escaping @Sendable (Bool) -> Void) {
    if let hash = notification.sha256 {
      guard !hashes.contains(hash) else { return didEnd(false) }
      if hashes.count >= Self.maximumHashes { hashes = [] }
      hashes.insert(hash)
    }
    entries.append(Entry(notification: notification, enqueuedAt: now, didEnd: didEnd))
    if entries.count > Self.maximumEntries { end(entries.removeFirst()) }
  }

  /// Removes and returns what was shown, except for what was withdrawn in the meantime.
  mutating func take(_ paths: Set<FilePath>) -> [Entry] {
    let taken = entries.filter { paths.contains($0.notification.path) }
    entries.removeAll { paths.contains($0.notification.path) }
    return taken
  }

  /// The service received these and does not answer.
  mutating func noteUnanswered(_ paths: Set<FilePath>) {
    for index in entries.indices where paths.contains(entries[index].notification.path) {
      entries[index].isUnanswered = true
    }
  }

  /// Another service has appeared, to which everything may be sent.
  mutating func noteServiceAppeared() {
    for index in entries.indices { entries[index].isUnanswered = false }
  }

  /// Gives up what has waited too long.
  mutating func expire(now: Instant) {
    giveUp { [patience] entry in now - entry.enqueuedAt >= patience }
  }

  /// Gives up the notifications of these screenshots.
  mutating func giveUp(_ paths: Set<FilePath>) { giveUp { paths.contains($0.notification.path) } }

  mutating func giveUpAll() { giveUp { _ in true } }

  private mutating func giveUp(where isHopeless: (Entry) -> Bool) {
    for entry in entries where isHopeless(entry) { end(entry) }
    entries.removeAll(where: isHopeless)
  }

  /// A copy of the picture may be told of.
  private mutating func end(_ entry: Entry) {
    if let hash = entry.notification.sha256 { hashes.remove(hash) }
    entry.didEnd(false)
  }
}

/// Token bucket: a few notifications may follow each other at once, then one each interval. Services refuse floods
/// (`ExcessNotificationGeneration`).
struct NotificationRateLimiter {
  typealias Instant = SuspendingClock.Instant

  private let burst: Double
  private let interval: Duration
  private var tokens: Double
  private var updatedAt: Instant

  /// - Parameters:
  ///   - burst: How many may follow each other at once; at least 1.
  ///   - interval: Time until one more is allowed.
  ///   - now: The bucket is full at this time.
  init(burst: Int, interval: Duration, now: Instant) {
    self.burst = Double(burst)
    self.interval = interval
    tokens = Double(burst)
    updatedAt = now
  }

  /// Takes a token for one notification.
  /// - Returns: Nil if a token was available, otherwise the time until the next one.
  mutating func takeToken(now: Instant) -> Duration? {
    tokens = min(burst, tokens + (now - updatedAt) / interval)
    updatedAt = now
    guard tokens < 1 else {
      tokens -= 1
      return nil
    }
    return interval * (1 - tokens)
  }
}
