internal import Notifications
internal import ScanModel

/// The boxed banner for medium and high: the words of the desktop alert, in the same colors.
///
/// Holds fixed sentences only, never text of the screenshot: a banner may be seen over a shoulder.
struct RiskBanner {
  let title: String
  let ink: TerminalStyle.Ink
  let paragraphs: [String]

  /// Nil for levels that are not shown as alerts.
  init?(_ report: ScanReport) {
    guard let title = NotificationText.title(report.riskLevel) else { return nil }
    self.title = title
    ink = report.riskLevel == .high ? .red : .amber
    paragraphs = [NotificationText.body(report.category)]
  }

  /// The lines of the box, `columns` wide at most.
  func lines(columns: Int, style: TerminalStyle) -> [String] {
    let inner = min(columns, 78) - 4
    func edge(_ left: String, _ right: String) -> String {
      style.paint(left + String(repeating: "─", count: inner + 2) + right, ink)
    }
    func row(_ text: String, _ inks: TerminalStyle.Ink...) -> String {
      let padded = TextLayout.pad(text, to: inner)
      let side = style.paint("│", ink)
      let body = inks.isEmpty ? padded : style.paint(padded, ink, .bold)
      return "\(side) \(body) \(side)"
    }
    var lines = [edge("╭", "╮"), row(TextLayout.shorten(title, to: inner), .bold), edge("├", "┤")]
    for (index, paragraph) in paragraphs.enumerated() {
      if index > 0 { lines.append(row("")) }
      lines += TextLayout.wrap(paragraph, width: inner).map { row($0) }
    }
    return lines + [edge("╰", "╯")]
  }
}

/// Words for levels, categories and numbers, the same in every view.
enum RiskWords {
  /// Never "100 %": nobody is that sure.
  static func percent(_ value: Double) -> String {
    value > 0.99 ? "over 99 %" : "\(Int((value * 100).rounded())) %"
  }

  static func level(_ level: RiskLevel) -> String {
    switch level {
    case .low: "low risk"
    case .medium: "medium risk"
    case .high: "high risk"
    case .unknown: "not judged"
    }
  }

  static func ink(_ level: RiskLevel) -> TerminalStyle.Ink {
    switch level {
    case .low: .green
    case .medium: .amber
    case .high: .red
    case .unknown: .dim
    }
  }

  /// A sign that differs in shape, not in color alone.
  static func sign(_ level: RiskLevel) -> String {
    switch level {
    case .low: "✓"
    case .medium, .high: "⚠"
    case .unknown: "?"
    }
  }

  static func category(_ category: RiskCategory) -> String {
    switch category {
    case .none: "nothing suspicious"
    case .otpPhishing: "one-time code theft"
    case .credentialPhishing: "password theft"
    case .paymentScam: "false payment request"
    case .impersonation: "impersonation"
    case .delivery: "false delivery notice"
    case .techSupport: "false tech support"
    case .jobScam: "false job offer"
    case .investment: "investment scam"
    case .crypto: "cryptocurrency scam"
    case .romance: "romance scam"
    case .familyEmergency: "false family emergency"
    case .prize: "false prize"
    case .giftCard: "gift card scam"
    case .extortion: "extortion"
    case .refund: "false refund"
    case .rental: "rental scam"
    case .charity: "false charity"
    case .malwareLure: "harmful download"
    case .unknown: "unclear"
    }
  }

  /// A bolt or a hand, always with the words, for screen readers and fonts without the signs.
  static func source(_ source: ScanSource) -> String {
    switch source {
    case .auto: "⚡ Auto-scanned"
    case .manual: "✋ Manual"
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

  /// What the user said of it.
  static func verified(_ verdict: UserVerdict) -> String {
    switch verdict {
    case .scam: "☑ you said: a scam"
    case .notScam: "☑ you said: not a scam"
    }
  }

  static func confidence(_ level: OCRConfidenceLevel) -> String {
    switch level {
    case .high: "▮▮▮ high"
    case .medium: "▮▮▯ medium"
    case .low: "▮▯▯ low"
    case .unknown: "▯▯▯ unknown"
    }
  }
}
