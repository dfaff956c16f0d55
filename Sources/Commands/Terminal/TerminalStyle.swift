internal import Application
internal import ArgumentParser
internal import Glibc
internal import Notifications
internal import ScanModel

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

/// The boxed banner for medium and high: the words of the desktop alert, in the same colors.
///
/// Contains fixed sentences only, never text of the screenshot: someone may look over the user's shoulder.
struct RiskBanner {
  private let title: String
  private let ink: TerminalStyle.Ink
  private let body: String

  /// Nil for levels without an alert.
  init?(_ report: ScanReport) {
    guard let title = NotificationText.title(report.riskLevel) else { return nil }
    self.title = title
    ink = report.riskLevel == .high ? .red : .amber
    body = NotificationText.body(report.category)
  }

  /// The lines of the box, `columns` wide at most.
  func lines(columns: Int, style: TerminalStyle) -> [String] {
    let inner = min(columns, 78) - 4
    func edge(_ left: String, _ right: String) -> String {
      style.paint(left + String(repeating: "─", count: inner + 2) + right, ink)
    }
    func row(_ text: String, isTitle: Bool = false) -> String {
      let padded = TextLayout.pad(text, to: inner)
      let side = style.paint("│", ink)
      return "\(side) \(isTitle ? style.paint(padded, ink, .bold) : padded) \(side)"
    }
    return [edge("╭", "╮"), row(TextLayout.shorten(title, to: inner), isTitle: true), edge("├", "┤")]
      + TextLayout.wrap(body, width: inner).map { row($0) } + [edge("╰", "╯")]
  }
}

// Terminal colors for the words of risk.
extension RiskWords {
  static func ink(_ answer: ScanAnswer) -> TerminalStyle.Ink {
    switch answer {
    case .suspicious, .unsure: .amber
    case .scam: .red
    case .clear, .unknown: .dim
    }
  }

  /// "▮▮▮ high" in its color.
  static func meter(_ value: Double?, _ style: TerminalStyle) -> String {
    let level = OCRConfidenceLevel(meanConfidence: value)
    return style.paint(confidence(level), ink(level))
  }

  /// "▮▮▮ high (97 %)" in its color.
  static func sureness(_ value: Double?, _ style: TerminalStyle) -> String {
    meter(value, style) + (value.map { " (\(percent($0)))" } ?? "")
  }

  static func ink(_ level: OCRConfidenceLevel) -> TerminalStyle.Ink {
    switch level {
    case .high: .green
    case .medium: .amber
    case .low: .red
    case .unknown: .dim
    }
  }
}
