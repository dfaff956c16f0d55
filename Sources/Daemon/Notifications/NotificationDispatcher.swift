internal import EventLog
internal import FoundationEssentials
internal import Notifications
internal import ScanModel
internal import Settings
internal import SystemPackage

protocol NotificationPresenter: Sendable {
  /// For one reader each.
  var events: AsyncStream<NotificationEvent> { get }
  var serviceAppearances: AsyncStream<Void> { get }

  func show(_ notification: DesktopNotification) async throws(NotificationFailure) -> ShownNotification
  func close(_ alert: ShownNotification) async
}

extension DesktopNotifier: NotificationPresenter {}

/// Shows notifications on the desktop without making callers wait. Without a bus or a notification service, which often
/// starts after the user's daemon, they wait up to ten minutes and are then shown as one. No timer runs while nothing
/// waits. Outlives the daemons that replace each other when settings change.
actor NotificationDispatcher {
  struct Policy: Sendable {
    /// How long a notification remains worth showing.
    var patience = Duration.seconds(600)
    /// How often to look for a bus while there is none: nothing announces its socket.
    var busInterval = Duration.seconds(5)
    /// How many risk notifications may follow each other at once; after that, one each `interval`.
    var burst = 3
    var interval = Duration.seconds(2)
  }

  private let presenter: any NotificationPresenter
  private let events: EventLog
  private let policy: Policy
  /// Stops while the machine sleeps.
  private let time: TimeSource<SuspendingClock>
  /// Called after each retry by timer, when nothing else may be going on.
  private let didRetry: @Sendable () -> Void
  private var settings: Settings
  private(set) var queue: NotificationQueue
  private var limiter: NotificationRateLimiter
  private(set) var failure = FailureNotification()
  private var router = NotificationResponseRouter()
  /// The risk notification on the screen, and its screenshots.
  private var shown: (paths: Set<FilePath>, alert: ShownNotification)?
  /// Why the last attempt failed; nil once one has succeeded.
  private var trouble: NotificationFailure?
  private var pauses = RefusalPauses()
  /// Counts the services that appeared, so that one that appears while another is being given up is not missed.
  private var appearances = 0
  private var isSending = false
  /// What of the queue is on its way to the screen.
  private var sending: Set<Int> = []
  /// What the service received without an answer, by calls.
  private var unanswered: [UInt64: Set<Int>] = [:]
  private var isShowingFailure = false
  private var isListening = false
  private var isStopped = false
  private var timer: Task<Void, Never>?
  private var didChange: @Sendable (NotificationFailure?) -> Void = { _ in }
  private var didRespond: @Sendable (NotificationResponse) -> Bool = { _ in false }
  /// What the user chose while one daemon replaced another, for the next.
  private(set) var unheard: [NotificationResponse] = []

  init(
    presenter: any NotificationPresenter, events: EventLog, settings: Settings, policy: Policy = Policy(),
    time: TimeSource<SuspendingClock> = TimeSource(SuspendingClock()), didRetry: @escaping @Sendable () -> Void = {}
  ) {
    self.presenter = presenter
    self.events = events
    self.settings = settings
    self.policy = policy
    self.time = time
    self.didRetry = didRetry
    queue = NotificationQueue(patience: policy.patience)
    limiter = NotificationRateLimiter(burst: policy.burst, interval: policy.interval, now: time.now())
  }

  /// Serves this daemon from now on. `didChange` is called when notifications stop working, and when they work again;
  /// `didRespond` with what the user chose on one, and returns false if the daemon ends and does not hear it.
  func serve(
    _ settings: Settings, didChange: @escaping @Sendable (NotificationFailure?) -> Void,
    didRespond: @escaping @Sendable (NotificationResponse) -> Bool
  ) {
    self.settings = settings
    self.didChange = didChange
    self.didRespond = didRespond
    // Only the daemon before this one has been told.
    if let trouble { didChange(trouble) }
    unheard.removeAll { didRespond($0) }
  }

  func keep(_ response: NotificationResponse) { unheard = unheard.suffix(15) + [response] }

  /// Shows a risk, alone or together with others, as soon as possible, and returns how it ended.
  func show(_ notification: RiskNotification) async -> NotificationEnd {
    // Its scan ended just before the program does, which must not wait ten minutes for a service.
    if isStopped { return .postponed }
    listen()
    return await withCheckedContinuation { answer in
      queue.enqueue(notification, now: time.now()) { answer.resume(returning: $0) }
      Task { await self.send() }
    }
  }

  /// The screenshot is gone: its notification is dropped, and leaves the screen if it concerned nothing else.
  func withdraw(_ path: FilePath) async {
    queue.withdraw(path)
    guard var shown, shown.paths.remove(path) != nil else { return }
    self.shown = shown.paths.isEmpty ? nil : shown
    if shown.paths.isEmpty { await presenter.close(shown.alert) }
  }

  /// Replies to something the user did, in our own words, never those of a screenshot. Dropped if it cannot be shown.
  func reply(
    title: String, body: String, about scanID: UUID? = nil, offering actions: [NotificationButton] = []
  ) async {
    listen()
    let notification = DesktopNotification(title: title, body: body, duration: settings.alertDuration, actions: actions)
    if let alert = try? await presenter.show(notification) { router.note(alert, about: scanID.map { [$0] } ?? []) }
  }

  /// Shows a failure that needs the user, see `FailureNotification.replace`. If it cannot be shown, it waits ten
  /// minutes for a bus, and for a service as long as it lasts.
  func show(_ description: FailureDescription, isOfScreenshot: Bool = false) async {
    guard failure.replace(with: description, isOfScreenshot: isOfScreenshot, now: time.now()) else { return }
    listen()
    await showFailure()
  }

  func resolve(_ isOver: @Sendable (ScanFailure.Code) -> Bool) async {
    if let alert = failure.resolve(isOver) { await presenter.close(alert) }
  }

  /// Leaves what waits to the next program. What is on its way to the screen gets its answer, within two seconds.
  func stop() {
    isStopped = true
    timer?.cancel()
    queue.postpone(except: sending)
  }

  /// The next daemon queues again what the history owes, and gets its end.
  func release() { queue.release() }

  // MARK: Signals from the bus

  /// Listens for new services and for clicks, from the first notification on.
  private func listen() {
    guard !isListening else { return }
    isListening = true
    // A task of its own: a click must not wait while a new service is sent, slowly, what is owed.
    Task { [appearances = presenter.serviceAppearances] in
      for await _ in appearances { await self.serviceAppeared() }
    }
    Task { [events = presenter.events] in
      for await event in events {
        switch event {
        case .clicked(let click): self.clicked(click)
        case .answeredLate(let alert, let call): self.answeredLate(alert, call)
        }
      }
    }
  }

  private func answeredLate(_ alert: ShownNotification?, _ call: UInt64) {
    if let alert, alert.kind == .failure { return failure.noteShown(alert) }
    guard let ids = unanswered.removeValue(forKey: call) else { return }
    guard let alert else {
      queue.noteUnanswered(ids, false)
      return retry(after: pauses.take(after: NotificationFailure(.refusedForNow)) ?? policy.busInterval)
    }
    note(nil)
    finish(ids, alert)
  }

  private func serviceAppeared() async {
    appearances += 1
    unanswered = [:]
    queue.noteServiceAppeared()
    failure.noteServiceAppeared()
    await showFailure()
    await send()
  }

  private func clicked(_ click: NotificationClick) {
    if let response = router.response(to: click), !didRespond(response) { keep(response) }
    failure.acknowledge(click.notification)
  }

  // MARK: Showing

  private func showFailure() async {
    guard let next = failure.next, !isShowingFailure else { return }
    isShowingFailure = true
    let before = appearances
    let notification = DesktopNotification(failure: next.description, duration: settings.alertDuration)
    let result = await Result(of: { () async throws(NotificationFailure) in try await presenter.show(notification) })
    isShowingFailure = false
    guard failure.isCurrent(next) else {
      // It ended or was replaced before it was on the screen.
      if case .success(let alert) = result { await presenter.close(alert) }
      return await showFailure()
    }
    switch result {
    case .success(let alert): failure.noteShown(alert)
    case .failure(let error) where [.noBus, .notSent, .refusedForNow].contains(error.code):
      if time.now() - next.since < policy.patience { retry(after: pauses.take(after: error) ?? policy.busInterval) }
    // The bus announces new services.
    case .failure where before == appearances: failure.noteUnanswered()
    case .failure: await showFailure()
    }
  }

  private func send() async {
    guard !isSending else { return }
    isSending = true
    defer { isSending = false }
    while true {
      queue.expire(now: time.now())
      let entries = queue.unsent
      let ids = Set(entries.map(\.id))
      guard !ids.isEmpty else { return }
      if let pause = limiter.takeToken(now: time.now()) { return retry(after: pause) }
      let risks = entries.map(\.notification)
      guard let notification = DesktopNotification(risks, settings) else { return queue.giveUp(ids) }
      sending = ids
      defer { sending = [] }
      do throws(NotificationFailure) {
        let alert = try await presenter.show(notification)
        note(nil)
        finish(ids, alert)
      } catch {
        events.record(.alertFailed, scanID: risks.last?.scanID)
        note(error)
        handle(error, sending: ids)
        if isStopped { return queue.postpone() }
        // Notifications that arrived in the meantime get their own try.
        if !queue.hasOthers(than: ids) { return }
      }
    }
  }

  private func finish(_ ids: Set<Int>, _ alert: ShownNotification) {
    let entries = queue.take(ids)
    for entry in entries {
      events.record(.alertShown, scanID: entry.notification.scanID)
      entry.end(.shown)
    }
    shown = (Set(entries.flatMap(\.screenshots).map(\.notification.path)), alert)
    router.note(alert, about: entries.compactMap(\.notification.scanID))
    // All its screenshots were deleted while it was being shown.
    if entries.isEmpty { Task { await presenter.close(alert) } }
  }

  private func handle(_ failure: NotificationFailure, sending ids: Set<Int>) {
    switch failure.code {
    case .noBus, .notSent, .refusedForNow: retry(after: pauses.take(after: failure) ?? policy.busInterval)
    // The bus announces new services; the timer expires what waits if none comes.
    case .noService: retry(after: policy.patience)
    case .timedOut:
      queue.noteUnanswered(ids)
      unanswered = unanswered.filter { queue.holds($0.value) }
      if let call = failure.call { unanswered[call] = ids }
      retry(after: policy.patience)
    case .refused: queue.giveUp(ids)
    }
  }

  private func note(_ failure: NotificationFailure?) {
    if failure == nil { pauses = RefusalPauses() }
    guard failure?.code != trouble?.code else { return }
    trouble = failure
    didChange(failure)
  }

  private func retry(after pause: Duration) {
    timer?.cancel()
    guard !isStopped else { return }
    // Counted from now, and not from when the task begins, which may be later.
    let end = time.now() + pause
    timer = Task { [time] in
      try? await time.sleep(end)
      guard !Task.isCancelled else { return }
      await self.showFailure()
      await self.send()
      self.didRetry()
    }
  }
}
