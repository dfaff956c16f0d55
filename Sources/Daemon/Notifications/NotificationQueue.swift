internal import Notifications
internal import ScanModel
internal import SystemPackage

/// What became of a risk notification.
enum NotificationEnd: Sendable, Hashable {
  case shown
  /// It never will be.
  case dropped
  /// The program ends first; the next one is to show it.
  case postponed
}

/// Risk notifications that have not been shown yet, oldest first. Has no side effects except its callbacks.
struct NotificationQueue {
  typealias Instant = SuspendingClock.Instant

  struct Screenshot {
    var notification: RiskNotification
    /// Called once; nil if nobody waits for the end any more.
    var didEnd: (@Sendable (NotificationEnd) -> Void)?
  }

  struct Entry {
    /// Tells it from an earlier one about a file of the same name.
    let id: Int
    /// The files with this picture, oldest first; at least one. They share the notification and how it ends.
    var screenshots: [Screenshot]
    var enqueuedAt: Instant
    /// The current service received it and does not answer. It may yet show it, so only another service gets it again.
    var isUnanswered = false

    var notification: RiskNotification { screenshots[0].notification }

    func end(_ how: NotificationEnd) {
      for screenshot in screenshots { screenshot.didEnd?(how) }
    }
  }

  /// When exceeded, the hashes of what was shown are forgotten; the history knows them by then.
  static let maximumHashes = 1_000
  /// Notifications beyond this are given up, oldest first; their reports are in the history.
  static let maximumEntries = 1_000

  /// How long a notification is worth showing: after that the user has acted on the screenshot.
  private let patience: Duration
  private var entries: [Entry] = []
  /// Pictures whose notification was shown, or is still to be.
  private var hashes: Set<String> = []
  private var lastID = 0

  init(patience: Duration) { self.patience = patience }

  var unsent: [Entry] { entries.filter { !$0.isUnanswered } }

  func hasOthers(than ids: Set<Int>) -> Bool { entries.contains { !$0.isUnanswered && !ids.contains($0.id) } }

  func holds(_ ids: Set<Int>) -> Bool { entries.contains { ids.contains($0.id) } }

  /// Queues a notification, unless the picture already has one.
  mutating func enqueue(
    _ notification: RiskNotification, now: Instant, didEnd: @escaping @Sendable (NotificationEnd) -> Void
  ) {
    let screenshot = Screenshot(notification: notification, didEnd: didEnd)
    if let hash = notification.sha256 {
      guard !hashes.contains(hash) else {
        guard let index = entries.firstIndex(where: { $0.notification.sha256 == hash }) else { return didEnd(.shown) }
        entries[index].screenshots.removeAll { $0.didEnd == nil && $0.notification.path == notification.path }
        return entries[index].screenshots.append(screenshot)
      }
      if hashes.count >= Self.maximumHashes { hashes = Set(entries.compactMap(\.notification.sha256)) }
      hashes.insert(hash)
    }
    lastID += 1
    entries.append(Entry(id: lastID, screenshots: [screenshot], enqueuedAt: now))
    if entries.count > Self.maximumEntries { end(entries.removeFirst(), .dropped) }
  }

  /// Removes and returns what was shown, except for what was withdrawn in the meantime.
  mutating func take(_ ids: Set<Int>) -> [Entry] {
    let taken = entries.filter { ids.contains($0.id) }
    entries.removeAll { ids.contains($0.id) }
    return taken
  }

  /// The service received these and does not answer; or it did at last, with an error.
  mutating func noteUnanswered(_ ids: Set<Int>, _ isUnanswered: Bool = true) {
    for index in entries.indices where ids.contains(entries[index].id) { entries[index].isUnanswered = isUnanswered }
  }

  /// Another service has appeared, to which everything may be sent.
  mutating func noteServiceAppeared() {
    for index in entries.indices { entries[index].isUnanswered = false }
  }

  mutating func expire(now: Instant) {
    giveUp { [patience] entry in now - entry.enqueuedAt >= patience }
  }

  /// A screenshot is gone, and with it its notification, unless another one shows the same picture.
  mutating func withdraw(_ path: FilePath) {
    for index in entries.indices {
      let isGone = { (screenshot: Screenshot) in screenshot.notification.path == path }
      let gone = entries[index].screenshots.filter(isGone)
      guard gone.count < entries[index].screenshots.count else { continue }
      entries[index].screenshots.removeAll(where: isGone)
      for screenshot in gone { screenshot.didEnd?(.dropped) }
    }
    giveUp { $0.notification.path == path }
  }

  mutating func giveUp(_ ids: Set<Int>) { giveUp { ids.contains($0.id) } }

  /// Leaves everything to the next program, except for these entries.
  mutating func postpone(except ids: Set<Int> = []) {
    giveUp(.postponed) { !ids.contains($0.id) }
  }

  /// Tells those who wait that the end is not theirs to know. What waits is shown all the same, except for pictures
  /// without a hash, which could not be told from those that are queued again.
  mutating func release() {
    giveUp(.postponed) { $0.notification.sha256 == nil }
    for index in entries.indices {
      entries[index].end(.postponed)
      for number in entries[index].screenshots.indices { entries[index].screenshots[number].didEnd = nil }
    }
  }

  private mutating func giveUp(_ how: NotificationEnd = .dropped, where isHopeless: (Entry) -> Bool) {
    for entry in entries where isHopeless(entry) { end(entry, how) }
    entries.removeAll(where: isHopeless)
  }

  /// A copy of the picture may be told of.
  private mutating func end(_ entry: Entry, _ how: NotificationEnd) {
    if let hash = entry.notification.sha256 { hashes.remove(hash) }
    entry.end(how)
  }
}

/// Token bucket: services refuse floods (`ExcessNotificationGeneration`).
struct NotificationRateLimiter {
  typealias Instant = SuspendingClock.Instant

  /// How many may follow each other at once; at least 1.
  private let burst: Double
  /// Time until one more is allowed.
  private let interval: Duration
  private var tokens: Double
  private var updatedAt: Instant

  init(burst: Int, interval: Duration, now: Instant) {
    self.burst = Double(burst)
    self.interval = interval
    tokens = Double(burst)
    updatedAt = now
  }

  /// Takes a token; if there is none, returns the time until the next one.
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

/// Pauses before a service that has refused gets a notification again: twice as long each time, at most a minute.
struct RefusalPauses {
  private static let longest = Duration.seconds(60)
  private var next = Duration.seconds(5)

  /// Nil if the failure was another one.
  mutating func take(after failure: NotificationFailure) -> Duration? {
    guard failure.code == .refusedForNow else { return nil }
    defer { next = min(next * 2, Self.longest) }
    return next
  }
}
