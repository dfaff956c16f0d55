internal import Application
internal import ArgumentParser
internal import Glibc
internal import ScanModel

enum ColorChoice: String, CaseIterable, ExpressibleByArgument, Sendable {
  case auto, always, never
}

/// The few styles for output, which do nothing if color is not wanted: it only repeats what the words already say.
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

extension RiskWords {
  static func ink(_ answer: ScanAnswer) -> TerminalStyle.Ink {
    switch answer {
    case .suspicious, .unsure: .amber
    case .scam: .red
    case .clear, .unknown: .dim
    }
  }

  /// "▮▮▮ high", of a verdict, in its color.
  static func meter(_ value: Double?, _ style: TerminalStyle) -> String {
    let level = OCRConfidenceLevel(meanConfidence: value)
    return style.paint(certainty(level), ink(level))
  }

  /// "▮▮▮ high (97 %)", of a reading, in its color.
  static func sureness(ofReading value: Double?, _ style: TerminalStyle) -> String {
    let level = OCRConfidenceLevel(meanConfidence: value)
    return style.paint(confidence(level), ink(level)) + (value.map { " (\(percent($0)))" } ?? "")
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
