/// What the program says to somebody who asks: "Is this a scam?" Raw values are those of the report.
package enum ScanAnswer: String, Sendable, Hashable, Codable, CaseIterable {
  /// High risk.
  case scam
  /// Medium risk.
  case suspicious
  /// Low risk, but too much speaks for a scam to say that nothing does. Never a reason to disturb anybody.
  case unsure
  /// Low risk: nothing looks like a scam, which does not mean that it is none.
  case clear
  /// Too little was read or judged.
  case unknown

  package init(_ level: RiskLevel, isUnsure: Bool) {
    self =
      switch level {
      case .high: .scam
      case .medium: .suspicious
      case .low: isUnsure ? .unsure : .clear
      case .unknown: .unknown
      }
  }

  package var isAlarming: Bool { self == .scam || self == .suspicious }
}

/// What kind of screen a screenshot shows. Raw values are those of the report.
package enum ScreenKind: String, Sendable, Hashable, Codable, CaseIterable {
  case message, conversation, mail
  case messageList = "message_list"
  case webPage = "web_page"
  case popup, form, program, editor, document, shop, other

  /// Whether it is what a browser shows, with an address above it.
  package var isInBrowser: Bool { self == .webPage || self == .form || self == .popup }
}

package struct JudgedScreen: Sendable, Hashable, Codable {
  package var kind: ScreenKind
  /// In 0...1.
  @Rounded<3> package var confidence: Double

  package init(kind: ScreenKind, confidence: Double) {
    self.kind = kind
    self.confidence = confidence
  }
}
