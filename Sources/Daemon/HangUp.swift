internal import LinuxSystem
internal import SystemPackage

/// Tells the two meanings of SIGHUP apart: the settings are to be read again, or the terminal is gone (signal(7)).
struct HangUp: Sendable {
  private let hadTerminal = Self.hasTerminal

  /// True if the program had a terminal when this was made, and has lost it.
  var hasLostTerminal: Bool { hadTerminal && !Self.hasTerminal }

  /// A process without a controlling terminal cannot open this (tty(4), ENXIO).
  private static var hasTerminal: Bool { (try? OwnedDescriptor.openFile("/dev/tty", followingSymlinks: true)) != nil }
}
