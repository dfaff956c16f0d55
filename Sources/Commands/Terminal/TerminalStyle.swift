internal import ArgumentParser
internal import Glibc

/// When to use color.
enum ColorChoice: String, CaseIterable, ExpressibleByArgument, Sendable {
  case auto, always, never
}

/// The few styles for output, which do nothing if color is not wanted.
///
/// Color only repeats what the words already say.
struct TerminalStyle: Sendable {
  enum Ink: String, Sendable {
    // The amber and red of alerts, from the basic palette, so that the user's theme keeps them readable.
    case amber = "33"
    case red = "31"
    case green = "32"
    case dim = "2"
    case bold = "1"
  }

  let usesColor: Bool

  /// `auto` follows the terminal and NO_COLOR (no-color.org); `always` and `never` override both.
  init(_ choice: ColorChoice, descriptor: Int32, environment: [String: String]) {
    switch choice {
    case .always: usesColor = true
    case .never: usesColor = false
    case .auto:
      let isSilenced = environment["NO_COLOR"].map { !$0.isEmpty } ?? false
      usesColor = isatty(descriptor) == 1 && !isSilenced && environment["TERM"] != "dumb"
    }
  }

  init(usesColor: Bool) { self.usesColor = usesColor }

  func paint(_ text: String, _ inks: Ink...) -> String {
    guard usesColor, !inks.isEmpty else { return text }
    return "\u{1B}[\(inks.map(\.rawValue).joined(separator: ";"))m\(text)\u{1B}[0m"
  }
}

/// The width of the terminal behind a descriptor.
enum TerminalWidth {
  /// Columns of the terminal, or 80 without one; between 40 and 100, because longer lines are hard to read.
  static func columns(of descriptor: Int32) -> Int {
    min(max(whole(of: descriptor) ?? 80, 40), 100)
  }

  /// Columns of the terminal; nil without one.
  static func whole(of descriptor: Int32) -> Int? {
    var size = winsize()
    let known = unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
    return known ? Int(size.ws_col) : nil
  }
}
