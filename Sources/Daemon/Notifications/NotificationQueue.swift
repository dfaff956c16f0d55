internal import FoundationEssentials
internal import Notifications
internal import ScanModel
internal import Settings
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

/// A notification about one screenshot that looks like a scam.
struct RiskNotification: Sendable {
  var scanID: UUID?
  var path: FilePath
  var sha256: String?
  var level: RiskLevel
  var category: RiskCategory
}

extension DesktopNotification {
  /// One notification for one or several screenshots; nil if none of them calls for one.
  init?(_ risks: [RiskNotification], _ settings: Settings) {
    let categories = Set(risks.map(\.category))
    self.init(
      level: risks.contains { $0.level == .high } ? .high : .medium,
      category: categories.count == 1 ? categories.first : nil, duration: settings.alertDuration,
      playsSound: settings.alertSound,
      // Each of several screenshots has to be looked at separately.
      actions: risks.count == 1 && risks.first?.scanID != nil
        ? [.details, .notScam, .dismiss] : [.details, .dismiss])
  }
}

/// The one failure that the user is asked to acknowledge, until they do or it is over. A critical one is not replaced.
struct FailureNotification {
  typealias Instant = SuspendingClock.Instant

  enum State: Sendable, Hashable {
    /// It waits for a bus or a service.
    case waiting
    /// The current service received it and does not answer, so it is sent again only to another service.
    case unanswered
    case shown(ShownNotification)
  }

  struct Current: Sendable, Hashable {
    var description: FailureDescription
    /// Its patience counts from here.
    var since: Instant
    var state = State.waiting
    /// Numbers the failures, so that the answer for one is not mistaken for that of the next.
    fileprivate var number: Int
  }

  private(set) var current: Current?
  private var count = 0

  /// The failure to send to the service; nil if there is none.
  var next: Current? { current?.state == .waiting ? current : nil }

  /// Makes a failure the current one if it has to be acknowledged, and returns whether to show it. Of those that
  /// concern a single screenshot, the first stands for all, and does not replace another failure.
  mutating func replace(with description: FailureDescription, isOfScreenshot: Bool, now: Instant) -> Bool {
    guard description.requiresAcknowledgment, current?.description.severity != .critical,
      !isOfScreenshot || current == nil
    else { return false }
    count += 1
    current = Current(description: description, since: now, number: count)
    return true
  }

  /// Whether this failure has neither ended nor been replaced.
  func isCurrent(_ failure: Current) -> Bool { current?.number == failure.number }

  mutating func noteShown(_ alert: ShownNotification) { current?.state = .shown(alert) }

  mutating func noteUnanswered() { current?.state = .unanswered }

  /// Another service has appeared; notifications shown by the last one are gone.
  mutating func noteServiceAppeared() { current?.state = .waiting }

  /// The user clicked on it. An acknowledged failure is not shown again while it lasts.
  mutating func acknowledge(_ alert: ShownNotification) {
    if current?.state == .shown(alert) { current = nil }
  }

  /// Ends the failure if it is over, and returns the notification to remove from the screen.
  mutating func resolve(_ isOver: (ScanFailure.Code) -> Bool) -> ShownNotification? {
    guard let failure = current, isOver(failure.description.code) else { return nil }
    current = nil
    if case .shown(let alert) = failure.state { return alert }
    return nil
  }
}
