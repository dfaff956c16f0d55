/// What a message does or wants, as the encoder understands it. Raw values are those of the report.
package enum RiskCue: String, Sendable, Hashable, Codable, CaseIterable {
  case asksMoney = "asks_money"
  case asksCredentials = "asks_credentials"
  case asksCode = "asks_code"
  case presses
  case threatens
  case posesAuthority = "poses_authority"
  case posesCompany = "poses_company"
  case posesRelative = "poses_relative"
  case promisesGain = "promises_gain"
  case movesChannel = "moves_channel"
  case wantsSecrecy = "wants_secrecy"
  case newNumber = "new_number"
  /// Warns of scams, teaches about them, or reports one. Indicates that it is not a scam.
  case teaches
  /// Reads like an ordinary notice of a service. Indicates that it is not a scam.
  case genuineNotice = "genuine_notice"

  /// Whether it indicates that the message is not a scam.
  package var isReassuring: Bool { self == .teaches || self == .genuineNotice }
}

/// A cue that was found, and where.
package struct DetectedCue: Sendable, Hashable {
  package var cue: RiskCue
  /// Probability in 0...1.
  package var confidence: Double
  /// Scalar offsets in `TextPage.text` of the words that show it.
  package var range: Range<Int>

  package init(cue: RiskCue, confidence: Double, range: Range<Int>) {
    self.cue = cue
    self.confidence = confidence
    self.range = range
  }
}
