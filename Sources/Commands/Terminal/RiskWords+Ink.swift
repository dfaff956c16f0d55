internal import Application
internal import ScanModel

// Terminal colors for the words of risk.
extension RiskWords {
  static func ink(_ answer: ScanAnswer) -> TerminalStyle.Ink {
    switch answer {
    case .suspicious, .unsure: .amber
    case .scam: .red
    case .clear, .unknown: .dim
    }
  }

  /// "▮▮▮ high (97 %)" in its color.
  static func sureness(_ value: Double?, _ style: TerminalStyle) -> String {
    let level = OCRConfidenceLevel(meanConfidence: value)
    let share = value.map { " (\(percent($0)))" } ?? ""
    return style.paint(confidence(level), ink(level)) + share
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
