package enum RiskLevel: String, Sendable, Hashable, Codable, CaseIterable {
  case low, medium, high
  /// Too little was read or judged. Never shown as safe.
  case unknown

  package var isAlarming: Bool { self == .medium || self == .high }
}

/// The kind of scam. Raw values are those of the report.
package enum RiskCategory: String, Sendable, Hashable, Codable, CaseIterable {
  case none
  case otpPhishing = "otp_phishing"
  case credentialPhishing = "credential_phishing"
  case paymentScam = "payment_scam"
  case impersonation
  case delivery
  case techSupport = "tech_support"
  case jobScam = "job_scam"
  case investment
  case crypto
  case romance
  case familyEmergency = "family_emergency"
  case prize
  case giftCard = "gift_card"
  case extortion
  case refund
  case rental
  case charity
  case malwareLure = "malware_lure"
  case unknown
}

/// One reason for a verdict: the rule that fired, and the words it fired on.
package struct Evidence: Sendable, Hashable {
  /// Identifier of the rule, as `ocr-scan rules list` shows it.
  package var rule: String
  /// Weight in log-odds: positive for a scam, negative against one.
  package var weight: Double
  /// In plain words, without text of the screenshot except payees, amounts, companies and domains.
  package var message: Message
  package var excerpt: String
  /// Scalar offsets of the words in `TextPage.text`.
  package var range: Range<Int>
  /// Numbers of the codes concerned.
  package var codes: [Int]

  package init(
    rule: String, weight: Double = 0, message: Message, excerpt: String = "", range: Range<Int> = 0..<0,
    codes: [Int] = []
  ) {
    self.rule = rule
    self.weight = weight
    self.message = message
    self.excerpt = excerpt
    self.range = range
    self.codes = codes
  }
}

package struct RiskAssessment: Sendable, Hashable {
  package var level: RiskLevel
  /// Calibrated probability in 0...1 that the page holds a scam; nil when `level` is unknown.
  package var scamProbability: Double?
  package var category: RiskCategory
  /// One sentence: why. Contains no text of the screenshot, except what a code pays if the page says otherwise.
  package var explanation: Message
  /// One sentence: what to do now.
  package var advice: Message
  /// Strongest first.
  package var evidence: [Evidence]
  /// What the deciding passage does or wants, most certain first.
  package var cues: [DetectedCue]
  /// What identifies messages like the deciding passage.
  package var indicators: [Indicator]
  /// How worried the user should be about each code of the page.
  package var codes: [RiskLevel] = []
  /// Links, senders and numbers of the page, whatever the level.
  package var facts = CheckedFacts.none
  /// Whether too much speaks for a scam to say that nothing does. Only if `level` is low.
  package var isUnsure = false
  /// The kind of screen; nil for plain text.
  package var screen: JudgedScreen?
  /// Whether the whole page was judged.
  package var isComplete = true

  package init(
    level: RiskLevel, scamProbability: Double?, category: RiskCategory, explanation: Message, advice: Message,
    evidence: [Evidence], cues: [DetectedCue] = [], indicators: [Indicator] = []
  ) {
    self.level = level
    self.scamProbability = scamProbability
    self.category = category
    self.explanation = explanation
    self.advice = advice
    self.evidence = evidence
    self.cues = cues
    self.indicators = indicators
  }

  /// Confidence in the stated level: the probability for medium and high, one minus it for low, nil for unknown.
  package var confidence: Double? {
    switch level {
    case .unknown: nil
    case .low: scamProbability.map { 1 - $0 }
    case .medium, .high: scamProbability
    }
  }

  /// More reasons would not be more convincing.
  private static let maximumReasons = 3
  private static let companyRule = "cue.\(RiskCue.posesCompany.rawValue)"

  /// The evidence that people are shown: at most three reasons for a scam, each with words that can be shown and no two
  /// about mostly the same. One that can be checked, because its words name an address, a number or a code, comes
  /// first; that a company speaks comes last. What speaks against a scam, and what was noted without weight, follows.
  package static func shown(_ evidence: [Evidence], _ facts: CheckedFacts) -> [Evidence] {
    let places = facts.links.map(\.place) + facts.senders.map(\.place) + facts.numbers.map(\.place)
    func canBeChecked(_ item: Evidence) -> Bool { !item.codes.isEmpty || places.contains { $0.overlaps(item.range) } }
    var reasons = evidence.filter { $0.weight > 0 && (!$0.range.isEmpty || !$0.codes.isEmpty) }
    if let first = reasons.firstIndex(where: canBeChecked) { reasons.insert(reasons.remove(at: first), at: 0) }
    reasons = reasons.filter { $0.rule != companyRule } + reasons.filter { $0.rule == companyRule }
    var shown: [Evidence] = []
    for reason in reasons where shown.count < maximumReasons {
      let isSaid = shown.contains {
        2 * $0.range.clamped(to: reason.range).count > max($0.range.count, reason.range.count)
      }
      if isSaid, reason.codes.isEmpty { continue }
      shown.append(reason)
    }
    return shown + evidence.filter { $0.weight <= 0 }
  }

  package var shownEvidence: [Evidence] { Self.shown(evidence, facts) }
}

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

  package var isReassuring: Bool { self == .teaches || self == .genuineNotice }
}

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

/// The user's verdict on a screenshot or a message. Raw values are those of the report.
package enum UserVerdict: String, Sendable, Hashable, CaseIterable {
  case scam
  case notScam = "not_scam"
}
