package import ScanModel

/// Words for levels, categories and numbers, the same in every view.
package enum RiskWords {
  /// Never "100 %": nobody is that sure.
  package static func percent(_ value: Double) -> String {
    value > 0.99 ? "over 99 %" : "\(Int((value * 100).rounded())) %"
  }

  package static func level(_ level: RiskLevel) -> String {
    switch level {
    case .low: "low risk"
    case .medium: "medium risk"
    case .high: "high risk"
    case .unknown: "not judged"
    }
  }

  /// A sign that differs in shape, not in color alone.
  package static func sign(_ level: RiskLevel) -> String {
    switch level {
    case .low: "✓"
    case .medium, .high: "⚠"
    case .unknown: "?"
    }
  }

  package static func category(_ category: RiskCategory) -> String {
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
  package static func source(_ source: ScanSource) -> String {
    switch source {
    case .auto: "⚡ Auto-scanned"
    case .manual: "✋ Manual"
    }
  }

  /// What the user said of it.
  package static func verified(_ verdict: UserVerdict) -> String {
    switch verdict {
    case .scam: "☑ you said: a scam"
    case .notScam: "☑ you said: not a scam"
    }
  }

  package static func confidence(_ level: OCRConfidenceLevel) -> String {
    switch level {
    case .high: "▮▮▮ high"
    case .medium: "▮▮▯ medium"
    case .low: "▮▯▯ low"
    case .unknown: "▯▯▯ unknown"
    }
  }
}
