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

  static let matchRules = screenSavers.map {
    "type='signal',sender='\($0)',interface='\($0)',member='ActiveChanged'"
  }

  /// Whether a message says that the screen is locked, and comes from the program of that name: the bus passes on what
  /// is sent to all only by the rules above, which name the sender. To this program alone, anybody may send it.
  static func isReported(by message: BusMessage) throws(BusFailure) -> Bool {
    guard message.isBroadcast, screenSavers.contains(where: { message.isSignal($0, "ActiveChanged") })
    else { return false }
    return try message.readBool()
  }
}
