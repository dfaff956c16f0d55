/// Typed calls to the service `org.freedesktop.Notifications` over one bus connection.
struct NotificationService {
  static let name = "org.freedesktop.Notifications"

  /// An event on the bus.
  enum Event: Equatable {
    /// Another program now provides the service, or (false) none does.
    case ownerChanged(isPresent: Bool)
    /// The reply to a `Notify` call that had been given up.
    case lateNotification(id: UInt32)
    /// The user clicked on an action.
    case actionInvoked(id: UInt32, key: String)
    /// A notification left the screen, whoever closed it.
    case closed(id: UInt32)
    case sessionLocked
  }

  /// Names of the programs whose `ActiveChanged` on the session bus reports a locked screen, which are also the names of
  /// its interfaces. The second is GNOME's; the others are Cinnamon's, MATE's and Xfce's.
  private static let screenSavers = [
    "org.freedesktop.ScreenSaver", "org.gnome.ScreenSaver", "org.cinnamon.ScreenSaver", "org.mate.ScreenSaver",
    "org.xfce.ScreenSaver",
  ]

  /// How long the bus itself may take for an answer.
  private static let busPatience = Duration.seconds(1)

  private let bus: BusConnection
  /// The last `Notify` call that was given up and may still be answered.
  private var unansweredNotify: UInt64?
  /// The unique name of the program that shows our notifications. Only its signals count.
  private var owner: String?
  private var isListening = false

  var descriptor: Int32 { bus.descriptor }

  /// Connects and subscribes to changes of the service's owner.
  init(address: String, deadline: Deadline) throws(BusFailure) {
    bus = try BusConnection(address: address, deadline: deadline)
    // arg0 keeps changes of other names from waking an idle daemon.
    let rule =
      "type='signal',sender='org.freedesktop.DBus',interface='org.freedesktop.DBus',"
      + "member='NameOwnerChanged',arg0='\(Self.name)'"
    try Self.askBus("AddMatch", rule, bus, deadline)
  }

  /// Subscribes to signals about notifications and screen locks, or unsubscribes. Used only while a notification of
  /// ours is on the screen: signals about other programs would wake an idle daemon.
  mutating func listen(_ listens: Bool, deadline: Deadline) throws(BusFailure) {
    guard listens != isListening else { return }
    isListening = listens
    for rule in Self.matchRules { try Self.askBus(listens ? "AddMatch" : "RemoveMatch", rule, bus, deadline) }
  }

  private static var matchRules: [String] {
    ["ActionInvoked", "NotificationClosed"].map { member in
      "type='signal',sender='\(name)',path='/org/freedesktop/Notifications',interface='\(name)',member='\(member)'"
    } + screenSavers.map { "type='signal',sender='\($0)',interface='\($0)',member='ActiveChanged'" }
  }

  private static func askBus(
    _ member: String, _ rule: String, _ bus: BusConnection, _ deadline: Deadline
  ) throws(BusFailure) {
    _ = try bus.call(busMethod(member), deadline: deadline) { message throws(BusFailure) in try message.append(rule) }
  }

  private static func busMethod(_ member: String) -> BusMethod {
    BusMethod(
      destination: "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus",
      member: member)
  }

  /// The service's capabilities: "body", "body-markup", "sound"...
  func capabilities(deadline: Deadline) throws(BusFailure) -> Set<String> {
    // The specification lists a dozen; more than 100 are not read.
    Set(try call("GetCapabilities", deadline: deadline).readStrings(limit: 100))
  }

  /// Name and version of the service.
  func information(deadline: Deadline) throws(BusFailure) -> (name: String, version: String) {
    let answer = try call("GetServerInformation", deadline: deadline)
    let name = try answer.readString()
    _ = try answer.readString()
    return (name, try answer.readString())
  }

  /// Shows a notification.
  /// - Parameters:
  ///   - request: What to show.
  ///   - replacedID: The notification to replace; 0 for none.
  ///   - deadline: When to give up.
  /// - Returns: The service's number for the notification.
  /// - Throws: `BusFailure`.
  mutating func notify(
    _ request: NotificationRequest, replacing replacedID: UInt32, deadline: Deadline
  ) throws(BusFailure) -> UInt32 {
    do {
      let answer = try call("Notify", deadline: deadline) { message throws(BusFailure) in
        try Self.write(request, replacing: replacedID, to: message)
      }
      owner = answer.sender
      return try answer.readUInt32()
    } catch {
      if case .timedOut(let cookie) = error { unansweredNotify = cookie }
      throw error
    }
  }

  /// Withdraws a notification. The service replies with an error if it is gone.
  func close(_ id: UInt32, deadline: Deadline) throws(BusFailure) {
    _ = try call("CloseNotification", deadline: deadline) { message throws(BusFailure) in try message.append(id) }
  }

  /// Takes the next event that has arrived. Waits at most for the bus to tell who sent it.
  /// - Parameter budget: How many messages may still be looked at; reduced by those that were.
  /// - Returns: Nil if there is none.
  /// - Throws: `BusFailure` if the connection has ended.
  mutating func nextEvent(_ budget: inout Int) throws(BusFailure) -> Event? {
    while budget > 0, let message = try bus.nextMessage() {
      budget -= 1
      do {
        if let event = try event(message) { return event }
      } catch {
        // What one program sends in the wrong form is no reason to part from the bus.
        guard case .malformed = error else { throw error }
      }
    }
    return nil
  }

  private mutating func event(_ message: BusMessage) throws(BusFailure) -> Event? {
    if message.sender == "org.freedesktop.DBus", message.isSignal("org.freedesktop.DBus", "NameOwnerChanged") {
      guard try message.readString() == Self.name else { return nil }
      _ = try message.readString()
      return .ownerChanged(isPresent: try message.readString() != "")
    }
    if let cookie = unansweredNotify, message.isAnswer(to: cookie) {
      unansweredNotify = nil
      let id = try message.readUInt32()
      owner = message.sender
      return .lateNotification(id: id)
    }
    // Any program can also send a signal to this one directly, bypassing match rules.
    if let owner, message.sender == owner {
      if message.isSignal(Self.name, "ActionInvoked") {
        return .actionInvoked(id: try message.readUInt32(), key: try message.readString())
      }
      if message.isSignal(Self.name, "NotificationClosed") { return .closed(id: try message.readUInt32()) }
    }
    guard isListening, let saver = Self.screenSavers.first(where: { message.isSignal($0, "ActiveChanged") }),
      try message.readBool(), try message.sender == self.owner(of: saver)
    else { return nil }
    return .sessionLocked
  }

  /// The unique name of the program that owns a name; nil if none does.
  private func owner(of name: String) throws(BusFailure) -> String? {
    do {
      return try bus.call(Self.busMethod("GetNameOwner"), deadline: Deadline(after: Self.busPatience)) {
        message throws(BusFailure) in try message.append(name)
      }.readString()
    } catch {
      guard case .refused = error else { throw error }
      return nil
    }
  }

  private func call(
    _ member: String, deadline: Deadline, write: (BusMessage) throws(BusFailure) -> Void = { _ in }
  ) throws(BusFailure) -> BusMessage {
    let method = BusMethod(
      destination: Self.name, path: "/org/freedesktop/Notifications", interface: Self.name, member: member)
    return try bus.call(method, deadline: deadline, write: write)
  }

  /// The arguments of `Notify`, susssasa{sv}i.
  private static func write(
    _ request: NotificationRequest, replacing replacedID: UInt32, to message: BusMessage
  ) throws(BusFailure) {
    try message.append("ocr-scan")
    try message.append(replacedID)
    try message.append(request.icon)
    try message.append(request.summary)
    try message.append(request.body)
    try message.appendArray(of: "s") { () throws(BusFailure) in
      for text in request.actions { try message.append(text) }
    }
    try message.appendArray(of: "{sv}") { () throws(BusFailure) in
      try message.appendEntry("urgency", "y") { () throws(BusFailure) in try message.append(request.urgency) }
      try message.appendEntry("desktop-entry", "s") { () throws(BusFailure) in try message.append("ocr-scan") }
      // The notification stays in the desktop's list after its time, for a user who was away.
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
