package import EventLog
package import FoundationEssentials
package import Notifications
package import ScanModel
package import SystemPackage

/// Gets alerts onto the desktop without anybody waiting for it, and keeps what cannot be shown now.
///
/// Without a bus or a notification service, alerts wait up to ten minutes and are shown, as one, when there is one: the
/// service of a session often starts later than its user's daemon. More than a few in a row become one, because services
/// refuse floods (`ExcessNotificationGeneration`). There is no timer while nothing waits.
package actor DesktopNotificationQueue {
  /// An alert about one screenshot.
  package struct Alert: Sendable {
    package var scanID: UUID?
    package var path: FilePath
    package var sha256: String?
    package var level: RiskLevel
    package var category: RiskCategory

    package init(scanID: UUID?, path: FilePath, sha256: String?, level: RiskLevel, category: RiskCategory) {
      self.scanID = scanID
      self.path = path
      self.sha256 = sha256
      self.level = level
      self.category = category
    }
  }

  /// What the user has done with an alert.
  package enum Answer: Sendable, Hashable {
    /// Show why; nil for an alert about several screenshots.
    case details(UUID?)
    case notScam(UUID)
    /// Take back what they said.
    case undo(UUID)
    case openSettings
    case chooseManually
    case retry
  }

  /// How alerts look, from the settings.
  package struct Style: Sendable {
    package var duration: Duration
    package var playsSound: Bool

    package init(duration: Duration, playsSound: Bool) {
      self.duration = duration
      self.playsSound = playsSound
    }
  }

  /// The times.
  package struct Policy: Sendable {
    /// How long an alert is worth showing: after that the user has long acted on the screenshot.
    package var patience = Duration.seconds(600)
    /// How often a bus is looked for while there is none: nothing tells when its socket appears.
    package var busInterval = Duration.seconds(5)
    /// So many alerts may follow each other at once, and then one each `interval`.
    package var burst = 3
    package var interval = Duration.seconds(2)

    package init() {}
  }

  private struct Waiting {
    var alert: Alert
    var since: SuspendingClock.Instant
    /// The present service has it and does not answer: it may yet show it, so only another service gets it again.
    var isUnanswered = false
    var answer: CheckedContinuation<Bool, Never>
  }

  /// Hashes beyond this are forgotten; the history knows them by then.
  private static let maximumHashes = 1_000
  /// Alerts beyond this are given up, oldest first; they are in the history.
  private static let maximumWaiting = 1_000

  private let alerter: DesktopNotifier
  private let events: EventLog
  private let policy: Policy
  private let didRetry: @Sendable () -> Void
  private var style: Style
  private var waiting: [Waiting] = []
  private var isSending = false
  private var isTelling = false
  /// How many services have appeared, so that one that comes while another is given up is not missed.
  private var appearances = 0
  private var isStopped = false
  private var hashes: Set<String> = []
  private var shown: (paths: Set<FilePath>, ticket: ShownNotification)?
  /// Why the last attempt failed; nil once one has succeeded.
  private var trouble: NotificationFailure?
  private var tokens: Double
  private var tokensSince = SuspendingClock.now
  private var timer: Task<Void, Never>?
  private var isListening = false
  private var didChange: @Sendable (NotificationFailure?) -> Void = { _ in }
  private var didAnswer: @Sendable (Answer) -> Void = { _ in }
  /// What alerts that may still be clicked on are about, by their serial, newest last.
  private var subjects: [(serial: UInt64, scanIDs: [UUID])] = []
  private static let maximumSubjects = 64
  /// A failure that the user must acknowledge.
  private struct UnacknowledgedFailure {
    var description: FailureDescription
    var since = SuspendingClock.now
    /// On the screen; nil while it waits for a bus or a service.
    var ticket: ShownNotification?
    /// The present service has it and does not answer, as for `Waiting`.
    var isUnanswered = false
  }
  private var failure: UnacknowledgedFailure?

  /// - Parameters:
  ///   - alerter: Talks to the bus.
  ///   - events: Where it is noted what was shown.
  ///   - style: How alerts look.
  ///   - policy: The times.
  ///   - didRetry: Called after each try that a timer led to, when nothing else may be going on.
  package init(
    alerter: DesktopNotifier, events: EventLog, style: Style, policy: Policy = Policy(),
    didRetry: @escaping @Sendable () -> Void = {}
  ) {
    self.alerter = alerter
    self.events = events
    self.style = style
    self.policy = policy
    self.didRetry = didRetry
    tokens = Double(policy.burst)
  }

  /// From now on alerts look like this.
  /// - Parameters:
  ///   - style: From the settings.
  ///   - didChange: Hears of trouble and of its end.
  ///   - didAnswer: Hears what the user does with alerts.
  package func use(
    _ style: Style, didChange: @escaping @Sendable (NotificationFailure?) -> Void,
    didAnswer: @escaping @Sendable (Answer) -> Void
  ) {
    self.style = style
    self.didChange = didChange
    self.didAnswer = didAnswer
  }

  /// Listens to services that appear and to clicks, from the first alert on.
  private func listen() {
    guard !isListening else { return }
    isListening = true
    Task { [appearances = alerter.serviceAppearances] in
      for await _ in appearances { await self.serviceAppeared() }
    }
    Task { [responses = alerter.responses] in
      for await response in responses { self.take(response) }
    }
  }

  /// Shows an alert, alone or together with others, as soon as that is possible.
  /// - Returns: Whether it was shown; false if it never will be, or if the same picture has had its alert already.
  package func show(_ alert: Alert) async -> Bool {
    // Its scan ended just before the program: nobody would wait ten minutes for a service.
    if isStopped { return false }
    if let hash = alert.sha256 {
      guard !hashes.contains(hash) else { return false }
      if hashes.count >= Self.maximumHashes { hashes = [] }
      hashes.insert(hash)
    }
    listen()
    return await withCheckedContinuation { answer in
      waiting.append(Waiting(alert: alert, since: .now, answer: answer))
      if waiting.count > Self.maximumWaiting { waiting.removeFirst().answer.resume(returning: false) }
      Task { await self.send() }
    }
  }

  /// The screenshot is gone: its alert is not shown any more, and leaves the screen if it told of nothing else.
  package func withdraw(_ path: FilePath) async {
    giveUp { $0.alert.path == path }
    guard var shown, shown.paths.remove(path) != nil else { return }
    self.shown = shown.paths.isEmpty ? nil : shown
    if shown.paths.isEmpty { await alerter.close(shown.ticket) }
  }

  /// Gives up what waits, because the program ends.
  package func stop() {
    isStopped = true
    timer?.cancel()
    giveUp { _ in true }
  }

  // MARK: Clicks, answers and failures

  private func take(_ response: NotificationClick) {
    let scanIDs = subjects.last { $0.serial == response.notification.serial }?.scanIDs ?? []
    let one = scanIDs.count == 1 ? scanIDs.first : nil
    switch response.action {
    case .details: didAnswer(.details(one))
    case .notScam: if let one { didAnswer(.notScam(one)) }
    case .undo: if let one { didAnswer(.undo(one)) }
    case .openSettings: didAnswer(.openSettings)
    case .chooseManually: didAnswer(.chooseManually)
    case .retry: didAnswer(.retry)
    case .dismiss: break
    }
    // Acknowledged: it is not told again as long as it lasts.
    if failure?.ticket == response.notification { failure = nil }
  }

  private func note(_ ticket: ShownNotification, about scanIDs: [UUID]) {
    subjects = subjects.suffix(Self.maximumSubjects - 1) + [(ticket.serial, scanIDs)]
  }

  /// Answers something that the user did; what cannot be shown is not worth waiting for.
  /// - Parameters:
  ///   - title: Of the alert.
  ///   - body: Words of ours, never of a screenshot.
  ///   - scanID: The scan that it is about.
  ///   - actions: What the user is offered to do.
  package func answer(
    title: String, body: String, about scanID: UUID? = nil, offering actions: [NotificationAction] = []
  ) async {
    listen()
    let alert = DesktopNotification(title: title, body: body, duration: style.duration, actions: actions)
    if let ticket = try? await alerter.show(alert) { note(ticket, about: scanID.map { [$0] } ?? []) }
  }

  /// Tells of a failure that needs the user. It stays on the screen until they acknowledge it, or until it is over. One that
  /// cannot be shown waits for a bus for ten minutes, and for a service as long as it lasts.
  /// - Parameters:
  ///   - description: One that need not be acknowledged is passed over.
  ///   - isOfScreenshot: It belongs to a single screenshot: of many, the first stands for all, and takes no other's place.
  package func tell(_ description: FailureDescription, isOfScreenshot: Bool = false) async {
    // There is one at a time, and what is worse stays.
    guard description.requiresAcknowledgment, failure?.description.severity != .critical,
      !isOfScreenshot || failure == nil
    else { return }
    listen()
    failure = UnacknowledgedFailure(description: description)
    await showFailure()
  }

  /// A failure is over, and its alert goes.
  package func settle(_ isOver: @Sendable (ScanFailure.Code) -> Bool) async {
    guard let failure, isOver(failure.description.code) else { return }
    self.failure = nil
    if let ticket = failure.ticket { await alerter.close(ticket) }
  }

  private func showFailure() async {
    guard let failure, failure.ticket == nil, !failure.isUnanswered, !isTelling else { return }
    isTelling = true
    let before = appearances
    let result: Result<ShownNotification, NotificationFailure>
    do throws(NotificationFailure) {
      result = .success(
        try await alerter.show(DesktopNotification(failure: failure.description, duration: style.duration)))
    } catch {
      result = .failure(error)
    }
    isTelling = false
    guard self.failure?.since == failure.since else {
      // It was over before it was on the screen, or another one has taken its place.
      if case .success(let ticket) = result { await alerter.close(ticket) }
      return await showFailure()
    }
    switch result {
    case .success(let ticket): self.failure?.ticket = ticket
    case .failure(let error) where error.code == .noBus:
      if SuspendingClock.now - failure.since < policy.patience { sleep(policy.busInterval) }
    // The bus tells when a service appears.
    case .failure where before == appearances: self.failure?.isUnanswered = true
    case .failure: await showFailure()
    }
  }

  // MARK: Sending

  private func serviceAppeared() async {
    appearances += 1
    for index in waiting.indices { waiting[index].isUnanswered = false }
    // Whatever another service had on the screen is gone with it.
    failure?.ticket = nil
    failure?.isUnanswered = false
    await showFailure()
    await send()
  }

  /// Shows what waits, if it may be shown now.
  private func send() async {
    guard !isSending else { return }
    isSending = true
    defer { isSending = false }
    while true {
      expire()
      let batch = waiting.filter { !$0.isUnanswered }
      guard !batch.isEmpty else { return }
      if let pause = pauseForNextToken() { return sleep(pause) }
      guard let words = words(for: batch.map(\.alert)) else { return giveUp { _ in true } }
      do {
        let ticket = try await alerter.show(words)
        note(nil)
        finish(batch, ticket)
      } catch {
        events.record(.alertFailed, scanID: batch.last?.alert.scanID)
        note(error)
        let tried = Set(batch.map(\.alert.path))
        switch error.code {
        case .noBus: sleep(policy.busInterval)
        // The bus tells when a service appears; the timer is for the case that none does.
        case .noService: sleep(policy.patience)
        case .timedOut:
          for index in waiting.indices where tried.contains(waiting[index].alert.path) {
            waiting[index].isUnanswered = true
          }
          sleep(policy.patience)
        case .refused: giveUp { tried.contains($0.alert.path) }
        }
        // What has come in meanwhile gets a try of its own.
        if waiting.allSatisfy({ tried.contains($0.alert.path) }) { return }
      }
    }
  }

  private func words(for alerts: [Alert]) -> DesktopNotification? {
    let categories = Set(alerts.map(\.category))
    return DesktopNotification(
      level: alerts.contains { $0.level == .high } ? .high : .medium,
      category: categories.count == 1 ? categories.first : nil, duration: style.duration,
      playsSound: style.playsSound,
      // Of several screenshots each is to be looked at.
      actions: alerts.count == 1 && alerts.first?.scanID != nil
        ? [.details, .notScam, .dismiss] : [.details, .dismiss])
  }

  private func finish(_ batch: [Waiting], _ ticket: ShownNotification) {
    // Screenshots that were deleted while the alert was on its way do not wait any more.
    let sent = Set(batch.map(\.alert.path))
    let present = waiting.filter { sent.contains($0.alert.path) }
    waiting.removeAll { sent.contains($0.alert.path) }
    for entry in present {
      events.record(.alertShown, scanID: entry.alert.scanID)
      entry.answer.resume(returning: true)
    }
    shown = (Set(present.map(\.alert.path)), ticket)
    note(ticket, about: present.compactMap(\.alert.scanID))
    if present.isEmpty { Task { await alerter.close(ticket) } }
  }

  private func note(_ failure: NotificationFailure?) {
    guard failure != trouble else { return }
    trouble = failure
    didChange(failure)
  }

  private func expire() {
    let now = SuspendingClock.now
    giveUp { now - $0.since >= policy.patience }
  }

  private func giveUp(_ isHopeless: (Waiting) -> Bool) {
    for entry in waiting where isHopeless(entry) { entry.answer.resume(returning: false) }
    waiting.removeAll(where: isHopeless)
  }

  // MARK: Time

  /// Takes a token for an alert; the time until there is one if there is none.
  private func pauseForNextToken() -> Duration? {
    let now = SuspendingClock.now
    tokens = min(Double(policy.burst), tokens + (now - tokensSince) / policy.interval)
    tokensSince = now
    guard tokens < 1 else {
      tokens -= 1
      return nil
    }
    return policy.interval * (1 - tokens)
  }

  private func sleep(_ pause: Duration) {
    timer?.cancel()
    guard !isStopped else { return }
    timer = Task {
      try? await Task.sleep(for: pause, clock: .suspending)
      guard !Task.isCancelled else { return }
      await self.showFailure()
      await self.send()
      self.didRetry()
    }
  }
}
