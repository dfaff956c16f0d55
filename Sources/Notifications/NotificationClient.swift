internal import ScanModel

/// A client of `org.freedesktop.Notifications`, used on one thread only: knows what is on the screen, and hears what
/// the user does with it. The connection stays open, because some services withdraw the notifications of a program that
/// leaves the bus. After an error it is reopened for the next notification.
struct NotificationClient {
  private static let service = "org.freedesktop.Notifications"
  /// The longest time that an exchange may take, for example showing one notification.
  private static let limit = Duration.seconds(1)
  private static let maximumReplaced = 16
  private static let messagesPerTurn = 100

  /// Of the session bus; nil where there is none.
  private let address: String?
  private var bus: BusConnection?
  private var isListening = false
  /// Of the lock screens that were there when it connected.
  private var lockRules: [String] = []
  /// The last `Notify` calls that were given up and may still be answered, oldest first.
  private var unanswered: [(cookie: UInt64, kind: DesktopNotification.Kind)] = []
  /// Of the current owner of the service name; nil until asked, and after the owner changes.
  private var capabilities: Set<String>?
  private var present: [DesktopNotification.Kind: ShownNotification] = [:]
  /// Recently replaced notifications: the user may have clicked on one just before.
  private var replaced: [ShownNotification] = []
  private var lastSerial: UInt64 = 0

  init(address: String?) { self.address = address }

  /// Readable when the bus has a message; nil without a connection.
  var descriptor: Int32? { bus?.descriptor }

  // MARK: Requests

  mutating func show(_ notification: DesktopNotification) throws(NotificationFailure) -> ShownNotification {
    try exchange { client, deadline throws(BusFailure) in try client.send(notification, deadline) }
  }

  /// Withdraws a notification unless another one has replaced it.
  mutating func close(_ notification: ShownNotification) {
    guard present[notification.kind] == notification else { return }
    present[notification.kind] = nil
    let deadline = Deadline.now + Self.limit
    // An error of the service means that the notification is already gone, which is fine.
    _ = try? bus?.call("CloseNotification", of: Self.service, deadline, [.uint32(notification.id)])
    stopListeningIfDone(deadline)
  }

  mutating func probe() throws(NotificationFailure) -> NotificationServer {
    try exchange { client, deadline throws(BusFailure) in
      let answer = try client.connected(deadline).call("GetServerInformation", of: Self.service, deadline)
      let name = try answer.readString()
      let capabilities = try client.askForCapabilities(deadline)
      return NotificationServer(
        name: TerminalEscaping.escaped(name), capabilities: capabilities.map { TerminalEscaping.escaped($0) }.sorted())
    }
  }

  /// Runs one exchange within the limit, and once more if the other side went away in the middle of it.
  private mutating func exchange<Answer>(
    _ body: (inout NotificationClient, Deadline) throws(BusFailure) -> Answer
  ) throws(NotificationFailure) -> Answer {
    let deadline = Deadline.now + Self.limit
    var isRepeated = false
    while true {
      do {
        return try body(&self, deadline)
      } catch {
        guard recover(from: error), !isRepeated, !deadline.hasPassed else { throw NotificationFailure(error) }
        isRepeated = true
      }
    }
  }

  /// Drops what a failure has invalidated. Returns whether trying again may help: bus or service were restarted.
  private mutating func recover(from failure: BusFailure) -> Bool {
    switch failure {
    case .unreachable, .timedOut(cookie: nil):
      let wasConnected = bus != nil
      disconnect()
      return wasConnected
    case .vanished:
      forgetOwner()
      return true
    case .timedOut, .refused, .malformed: return false
    }
  }

  private mutating func send(
    _ notification: DesktopNotification, _ deadline: Deadline
  ) throws(BusFailure) -> ShownNotification {
    let kind = notification.kind
    let (bus, known) = try prepare(deadline)
    let (replacedID, serial) = (present[kind]?.id ?? 0, lastSerial + 1)
    do {
      let arguments = notification.arguments(replacing: replacedID, serial: serial, for: known)
      let answer = try bus.call("Notify", of: Self.service, deadline, arguments)
      bus.correspondent = answer.sender
      return record(try answer.readUInt32(), kind)
    } catch {
      if case .timedOut(let cookie?) = error {
        unanswered = unanswered.suffix(Self.maximumReplaced - 1) + [(cookie, kind)]
      }
      // A late notification may still appear; a refused one does not.
      if present.isEmpty, case .refused = error { try? listen(false, deadline) }
      throw error
    }
  }

  /// What must be known before a notification is sent.
  private mutating func prepare(_ deadline: Deadline) throws(BusFailure) -> (BusConnection, Set<String>) {
    do throws(BusFailure) {
      let bus = try connected(deadline)
      let known = if let capabilities { capabilities } else { try askForCapabilities(deadline) }
      try listen(true, deadline)
      return (bus, known)
    } catch {
      // What was not answered is no notification, so that sending it again shows nothing twice.
      if case .timedOut = error { throw .timedOut(cookie: nil) }
      throw error
    }
  }

  private mutating func record(_ id: UInt32, _ kind: DesktopNotification.Kind) -> ShownNotification {
    lastSerial += 1
    let notification = ShownNotification(id: id, serial: lastSerial, kind: kind)
    if let old = present.updateValue(notification, forKey: kind) {
      replaced = [old] + replaced.prefix(Self.maximumReplaced - 1)
    }
    return notification
  }

  private mutating func askForCapabilities(_ deadline: Deadline) throws(BusFailure) -> Set<String> {
    let answer = try connected(deadline).call("GetCapabilities", of: Self.service, deadline)
    // "body", "body-markup", "sound"...: the specification lists a dozen; more than 100 are not read.
    let answered = Set(try answer.readStrings(limit: 100))
    capabilities = answered
    return answered
  }

  // MARK: The connection

  /// Connects if need be, and subscribes to changes of the service's owner.
  private mutating func connected(_ deadline: Deadline) throws(BusFailure) -> BusConnection {
    if let bus { return bus }
    guard let address else { throw .unreachable }
    let connection = try BusConnection(address: address, deadline: deadline)
    // arg0 keeps changes of other names from waking an idle daemon.
    let rule =
      "type='signal',sender='\(BusConnection.itself)',interface='\(BusConnection.itself)',"
      + "member='NameOwnerChanged',arg0='\(Self.service)'"
    try connection.ask("AddMatch", rule, deadline)
    lockRules = try ScreenLock.matchRules(on: connection, deadline)
    bus = connection
    return connection
  }

  private mutating func disconnect() {
    bus = nil
    unanswered = []
    isListening = false
    forgetOwner()
  }

  /// Numbers and capabilities of one service mean nothing to the next.
  private mutating func forgetOwner() {
    capabilities = nil
    present = [:]
    stopListeningIfDone(.now + Self.limit)
  }

  private mutating func stopListeningIfDone(_ deadline: Deadline) {
    guard present.isEmpty else { return }
    replaced = []
    try? listen(false, deadline)
  }

  /// Subscribes to signals about notifications and locks, or unsubscribes: they would wake an idle daemon.
  private mutating func listen(_ listens: Bool, _ deadline: Deadline) throws(BusFailure) {
    guard listens != isListening, let bus else { return }
    isListening = listens
    let rules =
      ["ActionInvoked", "NotificationClosed"].map { member in
        "type='signal',sender='\(Self.service)',path='/org/freedesktop/Notifications',"
          + "interface='\(Self.service)',member='\(member)'"
      } + lockRules
    for rule in rules { try bus.ask(listens ? "AddMatch" : "RemoveMatch", rule, deadline) }
  }

  // MARK: Signals

  /// What has happened on the bus since the last call; a service that appeared, however often, is there still. With
  /// `hasMore`, more messages may have arrived.
  struct Turn {
    var events: [NotificationEvent] = []
    var hasServiceAppeared = false
    var hasMore = false
  }

  /// Takes messages that have arrived, but not without end: a program that sends more must not hold up alerts.
  mutating func receiveEvents() -> Turn {
    var turn = Turn()
    do throws(BusFailure) {
      for _ in 0..<Self.messagesPerTurn {
        guard let arrival = try bus?.next() else { return turn }
        if case .nothing = arrival { return turn }
        guard case .message(let message) = arrival else { continue }
        do throws(BusFailure) {
          if let newOwner = try newOwner(in: message) {
            forgetOwner()
            turn.hasServiceAppeared = newOwner != ""
          } else if let event = try event(in: message) {
            turn.events.append(event)
          }
        } catch {
          // What one program sends in the wrong form is no reason to part from the bus.
          guard case .malformed = error else { throw error }
        }
      }
      turn.hasMore = true
    } catch {
      disconnect()
    }
    return turn
  }

  /// Who shows notifications from now on, if a message tells of that; empty if nobody does.
  private func newOwner(in message: BusMessage) throws(BusFailure) -> String? {
    guard message.sender == BusConnection.itself, message.isSignal(BusConnection.itself, "NameOwnerChanged"),
      try message.readString() == Self.service
    else { return nil }
    _ = try message.readString()
    return try message.readString()
  }

  private mutating func event(in message: BusMessage) throws(BusFailure) -> NotificationEvent? {
    if let index = unanswered.firstIndex(where: { message.answered == $0.cookie }) {
      let (cookie, kind) = unanswered.remove(at: index)
      if message.error != nil { return .answeredLate(nil, call: cookie) }
      let id = try message.readUInt32()
      bus?.correspondent = message.sender
      return .answeredLate(record(id, kind), call: cookie)
    }
    if isFromService(message, "ActionInvoked") {
      guard let click = click(on: try message.readUInt32(), key: try message.readString()) else { return nil }
      // Some services leave a clicked notification on the screen.
      close(click.notification)
      return .clicked(click)
    }
    if isFromService(message, "NotificationClosed") {
      let id = try message.readUInt32()
      guard let gone = present.values.first(where: { $0.id == id }) else { return nil }
      present[gone.kind] = nil
      stopListeningIfDone(.now + Self.limit)
      // A failure does not expire, so the user dismissed it.
      return gone.kind == .failure ? .clicked(NotificationClick(notification: gone, action: .dismiss)) : nil
    }
    if isListening, try ScreenLock.isReported(by: message) {
      for kind in ScreenLock.withdrawn {
        if let notification = present[kind] { close(notification) }
      }
    }
    return nil
  }

  /// Whether this signal comes from the program that shows our notifications. Any program can also send one to this one
  /// directly, bypassing match rules.
  private func isFromService(_ message: BusMessage, _ member: String) -> Bool {
    guard let owner = bus?.correspondent, message.isSignal(Self.service, member) else { return false }
    return message.sender == owner
  }

  private func click(on id: UInt32, key: String) -> NotificationClick? {
    let candidates = present.values.filter { $0.id == id } + replaced.filter { $0.id == id }
    if key == DesktopNotification.defaultKey {
      return candidates.first.map { NotificationClick(notification: $0, action: .details) }
    }
    guard let read = NotificationButton.read(key),
      let notification = candidates.first(where: { $0.serial == read.serial })
    else { return nil }
    return NotificationClick(notification: notification, action: read.action)
  }
}
