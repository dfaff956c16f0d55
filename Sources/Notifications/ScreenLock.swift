/// What a locked screen means for notifications, and how desktops report one on the session bus.
enum ScreenLock {
  /// Names of the programs whose `ActiveChanged` reports it, which are also the names of its interfaces. The second is
  /// GNOME's; the others are Cinnamon's, MATE's and Xfce's.
  private static let screenSavers = [
    "org.freedesktop.ScreenSaver", "org.gnome.ScreenSaver", "org.cinnamon.ScreenSaver", "org.mate.ScreenSaver",
    "org.xfce.ScreenSaver",
  ]

  /// Withdrawn, because others might read them while the user is away. Failures stay until they are acknowledged.
  static let withdrawn: [DesktopNotification.Kind] = [.risk, .answer]

  /// Rules for the names that a program has now, or for which the bus starts one: a name that is free belongs to no
  /// lock screen of this desktop, and anybody may take it.
  static func matchRules(on bus: BusConnection, _ deadline: Deadline) throws(BusFailure) -> [String] {
    let started = try bus.call("ListActivatableNames", of: BusConnection.itself, deadline).readStrings(limit: 10_000)
    var rules: [String] = []
    for name in screenSavers {
      let isTaken = try bus.call("NameHasOwner", of: BusConnection.itself, deadline, [.string(name)]).readBool()
      guard isTaken || started.contains(name) else { continue }
      rules.append("type='signal',sender='\(name)',interface='\(name)',member='ActiveChanged'")
    }
    return rules
  }

  /// Whether a message says that the screen is locked, and comes from the program of that name: the bus passes on what
  /// is sent to all only by the rules above, which name the sender. To this program alone, anybody may send it.
  static func isReported(by message: BusMessage) throws(BusFailure) -> Bool {
    guard message.isBroadcast, screenSavers.contains(where: { message.isSignal($0, "ActiveChanged") })
    else { return false }
    return try message.readBool()
  }
}
