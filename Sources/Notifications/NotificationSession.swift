internal import ScanModel

/// The state behind notifications: the connection, the service's capabilities, and what is on the screen.
///
/// Used on the notification thread only. The connection stays open, because some services withdraw the notifications of
/// a program that leaves the bus. After an error it is reopened for the next notification.
struct NotificationSession {
  /// The longest time one notification may take when the service does not answer.
  static let limit = Duration.seconds(1)

  private let address: String?
  private var service: NotificationService?
  /// Of the current owner of the service name; nil until asked, and after the owner changes.
  private var capabilities: Set<String>?
  private var present: [DesktopNotification.Kind: ShownNotification] = [:]
  /// Recently replaced notifications: the user may have clicked on one just before.
  private var replaced: [ShownNotification] = []
  private static let maximumReplaced = 16
  private static let messagesPerTurn = 100
  private var lastSerial: UInt64 = 0
  /// The kind of notification whose `Notify` call was given up.
  private var unanswered: DesktopNotification.Kind?

  /// - Parameter address: The address of the session bus; nil where there is none.
  init(address: String?) {
    self.address = address
  }

  /// Readable when the bus has a message; nil without a connection.
  var descriptor: Int32? { service?.descriptor }

  /// Shows a notification in place of the last one of its kind.
  mutating func show(_ notification: DesktopNotification) throws(NotificationFailure) -> ShownNotification {
    try withService { session, deadline throws(BusFailure) in
      try session.send(notification, deadline)
    }
  }

  /// Withdraws a notification unless another one has replaced it.
  mutating func close(_ notification: ShownNotification) {
    guard present[notification.kind] == notification else { return }
    present[notification.kind] = nil
    let deadline = Deadline(after: Self.limit)
    // The service replies with an error if the notification is already gone, which is fine. Without a bus there is
    // none.
    try? service?.close(notification.id, deadline: deadline)
    stopListeningIfDone(deadline)
  }

  private mutating func stopListeningIfDone(_ deadline: Deadline) {
    guard present.isEmpty else { return }
    replaced = []
    try? service?.listen(false, deadline: deadline)
  }

  /// Asks the service for its identity and capabilities.
  mutating func probe() throws(NotificationFailure) -> NotificationServer {
    try withService { session, deadline throws(BusFailure) in
      let service = try session.connect(deadline)
      let information = try service.information(deadline: deadline)
      let capabilities = try service.capabilities(deadline: deadline)
      return NotificationServer(
        name: TerminalEscaping.escaped(information.name), version: TerminalEscaping.escaped(information.version),
        capabilities: capabilities.map { TerminalEscaping.escaped($0) }.sorted())
    }
  }

  /// What has happened on the bus since the last call.
  struct Updates {
    var hasServiceAppeared = false
    var responses: [NotificationClick] = []
    /// Whether more messages may have arrived.
    var hasMore = false
  }

  /// Processes messages that have arrived on the bus, but not without end: a program that sends more and more of them
  /// must not keep alerts from being shown.
  mutating func receiveEvents() -> Updates {
    var updates = Updates()
    var budget = Self.messagesPerTurn
    do {
      while let event = try service?.nextEvent(&budget) {
        switch event {
        case .ownerChanged(let isPresent):
          forgetOwner()
          updates.hasServiceAppeared = isPresent
        case .lateNotification(let id):
          if let kind = unanswered { record(id, kind) }
        case .actionInvoked(let id, let key):
          if let response = response(id, key) {
            updates.responses.append(response)
            // Some services leave a clicked notification on the screen.
            close(response.notification)
          }
        case .closed(let id):
          // A failure does not expire, so the user dismissed it.
          if let gone = forget(id), gone.kind == .failure {
            updates.responses.append(NotificationClick(notification: gone, action: .dismiss))
          }
        case .sessionLocked:
          // Others might read it while the user is away. Failures stay until they are acknowledged.
          for kind in [DesktopNotification.Kind.risk, .answer] {
            if let notification = present[kind] { close(notification) }
          }
        }
      }
    } catch {
      disconnect()
    }
    updates.hasMore = budget == 0
    return updates
  }

  private func response(_ id: UInt32, _ key: String) -> NotificationClick? {
    let candidates = present.values.filter { $0.id == id } + replaced.filter { $0.id == id }
    if key == NotificationRequest.defaultKey {
      return candidates.first.map { NotificationClick(notification: $0, action: .details) }
    }
    guard let read = NotificationAction.read(key),
      let notification = candidates.first(where: { $0.serial == read.serial })
    else {
      return nil
    }
    return NotificationClick(notification: notification, action: read.action)
  }

  /// Removes and returns the notification with this number, which has left the screen.
  private mutating func forget(_ id: UInt32) -> ShownNotification? {
    guard let gone = present.first(where: { $0.value.id == id })?.value else { return nil }
    present[gone.kind] = nil
    stopListeningIfDone(Deadline(after: Self.limit))
    return gone
  }

  /// Runs one exchange within the limit, and once more if the other side went away in the middle of it.
  private mutating func withService<Answer>(
    _ exchange: (inout NotificationSession, Deadline) throws(BusFailure) -> Answer
  ) throws(NotificationFailure) -> Answer {
    let deadline = Deadline(after: Self.limit)
    do {
      return try exchange(&self, deadline)
    } catch {
      guard recover(from: error), !deadline.hasPassed else { throw NotificationFailure(error) }
    }
    do {
      return try exchange(&self, deadline)
    } catch {
      _ = recover(from: error)
      throw NotificationFailure(error)
    }
  }

  /// Drops the state that a failure has invalidated.
  /// - Returns: Whether trying again may help, because the bus or the service was restarted.
  private mutating func recover(from failure: BusFailure) -> Bool {
    switch failure {
    case .unreachable, .timedOut(cookie: nil):
      let wasConnected = service != nil
      disconnect()
      return wasConnected
    case .vanished:
      forgetOwner()
      return true
    case .timedOut, .refused, .malformed:
      return false
    }
  }

  private mutating func send(_ notification: DesktopNotification, _ deadline: Deadline) throws(BusFailure)
    -> ShownNotification
  {
    var service = try connect(deadline)
    let known = try knownCapabilities(of: service, deadline)
    unanswered = notification.kind
    defer { self.service = service }
    try service.listen(true, deadline: deadline)
    let request = NotificationRequest(notification, capabilities: known, serial: lastSerial + 1)
    do {
      return record(
        try service.notify(request, replacing: present[notification.kind]?.id ?? 0, deadline: deadline),
        notification.kind)
    } catch {
      // A late notification may still appear; a refused one does not.
      if present.isEmpty, case .refused = error { try? service.listen(false, deadline: deadline) }
      throw error
    }
  }

  private mutating func connect(_ deadline: Deadline) throws(BusFailure) -> NotificationService {
    if let service { return service }
    guard let address else { throw .unreachable("no address is known") }
    let connected = try NotificationService(address: address, deadline: deadline)
    service = connected
    return connected
  }

  private mutating func knownCapabilities(
    of service: NotificationService, _ deadline: Deadline
  ) throws(BusFailure) -> Set<String> {
    if let capabilities { return capabilities }
    let answered = try service.capabilities(deadline: deadline)
    capabilities = answered
    return answered
  }

  @discardableResult
  private mutating func record(_ id: UInt32, _ kind: DesktopNotification.Kind) -> ShownNotification {
    lastSerial += 1
    unanswered = nil
    let notification = ShownNotification(id: id, serial: lastSerial, kind: kind)
    if let old = present.updateValue(notification, forKey: kind) {
      replaced = ([old] + replaced.prefix(Self.maximumReplaced - 1))
    }
    return notification
  }

  /// Numbers and capabilities of one service mean nothing to the next.
  private mutating func forgetOwner() {
    capabilities = nil
    present = [:]
    stopListeningIfDone(Deadline(after: Self.limit))
  }

  private mutating func disconnect() {
    service = nil
    forgetOwner()
  }
}

/// The notification service, for `ocr-scan doctor`. Its texts are escaped for display.
package struct NotificationServer: Sendable, Hashable {
  package let name: String
  package let version: String
  /// Sorted, for example "body", "body-markup", "sound".
  package let capabilities: [String]
}
