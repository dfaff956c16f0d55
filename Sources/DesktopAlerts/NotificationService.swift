/// The service `org.freedesktop.Notifications` as typed calls over one bus connection.
struct NotificationService {
  static let name = "org.freedesktop.Notifications"

  /// What happened on the bus without our asking.
  enum Event: Equatable {
    /// Another program shows notifications from now on, or (false) none does.
    case ownerChanged(isPresent: Bool)
    /// The answer to a `Notify` that had been given up.
    case lateNotification(id: UInt32)
  }

  private let bus: BusConnection
  /// The `Notify` call that was given up last, if it may still be answered.
  private var unansweredNotify: UInt64?

  var descriptor: Int32 { bus.descriptor }

  /// Connects, and asks the bus to tell when the service comes and goes.
  init(address: String, deadline: Deadline) throws(BusFailure) {
    bus = try BusConnection(address: address, deadline: deadline)
    let addMatch = BusMethod(
      destination: "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus",
      member: "AddMatch")
    // arg0 keeps all other names from waking an idle daemon.
    let rule =
      "type='signal',sender='org.freedesktop.DBus',interface='org.freedesktop.DBus',"
      + "member='NameOwnerChanged',arg0='\(Self.name)'"
    _ = try bus.call(addMatch, deadline: deadline) { message throws(BusFailure) in try message.append(rule) }
  }

  /// What the service can do: "body", "body-markup", "sound"...
  func capabilities(deadline: Deadline) throws(BusFailure) -> Set<String> {
    // The specification lists a dozen; a service that sends more than this is not asked further.
    Set(try call("GetCapabilities", deadline: deadline).readStrings(limit: 100))
  }

  /// Name, vendor and version of the service and of the specification that it follows.
  func information(deadline: Deadline) throws(BusFailure) -> (name: String, version: String) {
    let answer = try call("GetServerInformation", deadline: deadline)
    let name = try answer.readString()
    _ = try answer.readString()
    return (name, try answer.readString())
  }

  /// Shows a notification.
  /// - Parameters:
  ///   - request: What to show.
  ///   - replacedID: The notification that it takes the place of, 0 for none.
  ///   - deadline: When to give up.
  /// - Returns: The service's number for the notification.
  /// - Throws: `BusFailure`.
  mutating func notify(
    _ request: NotificationRequest, replacing replacedID: UInt32, deadline: Deadline
  ) throws(BusFailure) -> UInt32 {
    do {
      return try call("Notify", deadline: deadline) { message throws(BusFailure) in
        try Self.write(request, replacing: replacedID, to: message)
      }.readUInt32()
    } catch {
      if case .timedOut(let cookie) = error { unansweredNotify = cookie }
      throw error
    }
  }

  /// Withdraws a notification; the service answers with an error if it is gone.
  func close(_ id: UInt32, deadline: Deadline) throws(BusFailure) {
    _ = try call("CloseNotification", deadline: deadline) { message throws(BusFailure) in try message.append(id) }
  }

  /// The next event that has arrived, or nil. Does not wait.
  mutating func nextEvent() throws(BusFailure) -> Event? {
    while let message = try bus.nextMessage() {
      if message.sender == "org.freedesktop.DBus", message.isSignal("org.freedesktop.DBus", "NameOwnerChanged") {
        guard try message.readString() == Self.name else { continue }
        _ = try message.readString()
        return .ownerChanged(isPresent: try message.readString() != "")
      }
      if let cookie = unansweredNotify, message.isAnswer(to: cookie) {
        unansweredNotify = nil
        return .lateNotification(id: try message.readUInt32())
      }
    }
    return nil
  }

  private func call(
    _ member: String, deadline: Deadline, write: (BusMessage) throws(BusFailure) -> Void = { _ in }
  ) throws(BusFailure) -> BusMessage {
    let method = BusMethod(
      destination: Self.name, path: "/org/freedesktop/Notifications", interface: Self.name, member: member)
    return try bus.call(method, deadline: deadline, write: write)
  }

  /// The arguments of `Notify`, susssasa{sv}i. There are no actions.
  private static func write(
    _ request: NotificationRequest, replacing replacedID: UInt32, to message: BusMessage
  ) throws(BusFailure) {
    try message.append("ocr-scan")
    try message.append(replacedID)
    try message.append(request.icon)
    try message.append(request.summary)
    try message.append(request.body)
    try message.appendArray(of: "s") {}
    try message.appendArray(of: "{sv}") { () throws(BusFailure) in
      try message.appendEntry("urgency", "y") { () throws(BusFailure) in try message.append(request.urgency) }
      try message.appendEntry("desktop-entry", "s") { () throws(BusFailure) in try message.append("ocr-scan") }
      // The alert stays in the desktop's list after its time, for a user who was away.
      try message.appendEntry("transient", "b") { () throws(BusFailure) in try message.append(false) }
      if let sound = request.soundName {
        try message.appendEntry("sound-name", "s") { () throws(BusFailure) in try message.append(sound) }
      }
      if request.suppressesSound {
        try message.appendEntry("suppress-sound", "b") { () throws(BusFailure) in try message.append(true) }
      }
    }
    try message.append(request.expireTimeout)
  }
}
