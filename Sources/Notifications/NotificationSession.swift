internal import ScanModel

/// The state behind the alerts: the connection, what the service can do, and what is on screen.
///
/// Lives on the alert thread only. The connection stays open, because some services withdraw the notifications of
/// a program that leaves the bus; after an error it is opened anew for the next alert.
struct NotificationSession {
  /// From CONTRACT "Alerts": a service that does not answer costs at most this much for one alert.
  static let limit = Duration.seconds(1)

  private let address: String?
  private var service: NotificationService?
  /// Of the present owner of the service's name; nil until asked, and again when the owner changes.
  private var capabilities: Set<String>?
  private var present: [DesktopNotification.Kind: ShownAlert] = [:]
  /// Alerts that were replaced a moment ago: the user may have clicked on one just before.
  private var replaced: [ShownAlert] = []
  private static let maximumReplaced = 16
  private var lastSerial: UInt64 = 0
  /// The alert whose `Notify` was given up.
  private var unanswered: DesktopNotification.Kind?

  /// - Parameter address: The D-Bus address of the session bus; nil where there is none.
  init(address: String?) {
    self.address = address
  }

  /// The descriptor that becomes readable when the bus has something to say; nil without a connection.
  var descriptor: Int32? { service?.descriptor }

  /// Shows an alert in the place of the last one of its kind.
  mutating func show(_ alert: DesktopNotification) throws(NotificationFailure) -> ShownAlert {
    try withService { session, deadline throws(BusFailure) in
      try session.send(alert, deadline)
    }
  }

  /// Withdraws an alert, unless another one has taken its place.
  mutating func close(_ alert: ShownAlert) {
    guard present[alert.kind] == alert else { return }
    present[alert.kind] = nil
    let deadline = Deadline(after: Self.limit)
    // The specification has the service answer with an error when the notification is gone already, which is as
    // good; and without a bus there is no notification.
    try? service?.close(alert.id, deadline: deadline)
    stopListeningIfDone(deadline)
  }

  private mutating func stopListeningIfDone(_ deadline: Deadline) {
    guard present.isEmpty else { return }
    replaced = []
    try? service?.listen(false, deadline: deadline)
  }

  /// Asks the service who it is and what it can do.
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

  /// What the bus has said meanwhile.
  struct News {
    var hasServiceAppeared = false
    var responses: [AlertResponse] = []
  }

  /// Takes in what the bus has said meanwhile.
  mutating func receiveEvents() -> News {
    var news = News()
    do {
      while let event = try service?.nextEvent() {
        switch event {
        case .ownerChanged(let isPresent):
          forgetOwner()
          news.hasServiceAppeared = isPresent
        case .lateNotification(let id):
          if let kind = unanswered { record(id, kind) }
        case .actionInvoked(let id, let key):
          if let response = response(id, key) {
            news.responses.append(response)
            // Some services leave it on the screen.
            close(response.alert)
          }
        case .closed(let id):
          // A failure has no time of its own, so it was the user who made it go.
          if let gone = forget(id), gone.kind == .failure {
            news.responses.append(AlertResponse(alert: gone, action: .dismiss))
          }
        case .sessionLocked:
          // What others may read while the user is away. Failures stay until they are acknowledged.
          for kind in [DesktopNotification.Kind.risk, .answer] {
            if let alert = present[kind] { close(alert) }
          }
        }
      }
    } catch {
      disconnect()
    }
    return news
  }

  private func response(_ id: UInt32, _ key: String) -> AlertResponse? {
    let candidates = present.values.filter { $0.id == id } + replaced.filter { $0.id == id }
    if key == NotificationRequest.defaultKey {
      return candidates.first.map { AlertResponse(alert: $0, action: .details) }
    }
    guard let read = NotificationAction.read(key), let alert = candidates.first(where: { $0.serial == read.serial })
    else {
      return nil
    }
    return AlertResponse(alert: alert, action: read.action)
  }

  /// Returns the alert with this number, which is not on the screen any more.
  private mutating func forget(_ id: UInt32) -> ShownAlert? {
    guard let gone = present.first(where: { $0.value.id == id })?.value else { return nil }
    present[gone.kind] = nil
    stopListeningIfDone(Deadline(after: Self.limit))
    return gone
  }

  /// Runs one exchange within the limit; once more if the other side went away in the middle of it.
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

  /// Drops what a failure has made useless.
  /// - Returns: True if trying again may help: the bus or the service was restarted.
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

  private mutating func send(_ alert: DesktopNotification, _ deadline: Deadline) throws(BusFailure) -> ShownAlert {
    var service = try connect(deadline)
    let known = try knownCapabilities(of: service, deadline)
    unanswered = alert.kind
    defer { self.service = service }
    try service.listen(true, deadline: deadline)
    let request = NotificationRequest(alert, capabilities: known, serial: lastSerial + 1)
    do {
      return record(
        try service.notify(request, replacing: present[alert.kind]?.id ?? 0, deadline: deadline), alert.kind)
    } catch {
      // One that was only late may still be shown.
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
  private mutating func record(_ id: UInt32, _ kind: DesktopNotification.Kind) -> ShownAlert {
    lastSerial += 1
    unanswered = nil
    let alert = ShownAlert(id: id, serial: lastSerial, kind: kind)
    if let old = present.updateValue(alert, forKey: kind) {
      replaced = ([old] + replaced.prefix(Self.maximumReplaced - 1))
    }
    return alert
  }

  /// The numbers and capabilities of a service mean nothing to the next one.
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

/// Who shows the notifications, for `ocr-scan doctor`. The texts come from that program, made safe to show.
package struct NotificationServer: Sendable, Hashable {
  package let name: String
  package let version: String
  /// Sorted, for example "body", "body-markup", "sound".
  package let capabilities: [String]
}
