internal import LinuxSystem
internal import SystemPackage

/// Distinguishes the two meanings of SIGHUP: reload the settings, or the terminal is gone (signal(7)).
struct HangUp: Sendable {
  private let hadTerminal = Self.hasTerminal

  /// True if the program had a terminal when this was created and has lost it since.
  var hasLostTerminal: Bool { hadTerminal && !Self.hasTerminal }

  /// A process without a controlling terminal cannot open /dev/tty (tty(4), ENXIO).
  private static var hasTerminal: Bool { (try? OwnedDescriptor.openFile("/dev/tty", followingSymlinks: true)) != nil }
}
