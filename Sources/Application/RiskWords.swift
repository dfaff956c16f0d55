package import History
internal import Localization
internal import RiskAnalysis
package import ScanModel

/// Words for levels, categories and numbers, the same in every view.
package enum RiskWords {
  /// Never "100 %": nothing is that certain.
  package static func percent(_ value: Double) -> String {
    value > 0.99 ? localized("over 99 %") : localized("%1$@ %", Int((value * 100).rounded()))
  }

  package static func answer(_ answer: ScanAnswer) -> String { localized(englishAnswer(answer)) }

  static func englishAnswer(_ answer: ScanAnswer) -> String {
    switch answer {
    case .scam: "high risk"
    case .suspicious: "medium risk"
    case .unsure: "not sure"
    case .clear: "nothing found"
    case .unknown: "not judged"
    }
  }

  /// A sign that differs in shape, not only in color. Never a tick: nothing is known to be harmless.
  package static func sign(_ answer: ScanAnswer) -> String {
    switch answer {
    case .clear: "○"
    case .scam, .suspicious: "⚠"
    case .unsure: "?"
    case .unknown: "–"
    }
  }

  /// What the message is, in two or three words. Nil where there is no alarm: the answer says all there is to say.
  package static func kind(_ category: RiskCategory, _ answer: ScanAnswer) -> String? {
    answer.isAlarming ? self.category(category) : nil
  }

  package static func answerAndKind(_ report: ScanReport) -> String {
    [answer(report.answer), kind(report.category, report.answer)].compactMap(\.self).joined(separator: ", ")
  }

  /// The line below the answer in a list; nil for what was not judged.
  package static func title(_ category: RiskCategory, _ answer: ScanAnswer) -> String? {
    switch answer {
    case .unknown: nil
    case .clear: self.category(.none).capitalizedFirst
    case .unsure: localized("Perhaps a scam, perhaps not")
    case .scam, .suspicious: self.category(category).capitalizedFirst
    }
  }

  /// What it is, or why it was not judged, as a heading.
  package static func heading(_ report: ScanReport) -> String {
    if report.answer == .clear { return localized("I see nothing that looks like a scam") }
    return title(report.category, report.answer)
      ?? (report.error?.title.description ?? localized("Not judged")).capitalizedFirst
  }

  /// Why it is judged so, in sentences. Where nothing was found no more than that is said, except for what the user said
  /// and for what was not looked at: a sign that alone means nothing would only worry.
  static func explanations(_ report: ScanReport) -> [Message] {
    guard report.answer == .clear else {
      return (report.explanation.isEmpty ? [] : [report.explanation]) + (doubt(about: report).map { [$0] } ?? [])
    }
    let learnt = report.evidence.first { $0.rule == FeedbackWording.rule(.notScam) }?.message
    return [learnt ?? nothingSeen] + ReasonList.notes(of: report)
  }

  package static func explanation(_ report: ScanReport) -> String {
    explanations(report).map { localized($0) }.joined(separator: " ")
  }

  /// The same below the heading, which may have said it.
  package static func explanationBelowHeading(_ report: ScanReport) -> String {
    explanations(report).filter { $0 != nothingSeen }.map { localized($0) }.joined(separator: " ")
  }

  /// Said of an uncertain alarm. Alarms begin far below an even chance: hardly any ordinary screenshot comes near.
  package static func doubt(about report: ScanReport) -> Message? {
    guard report.riskLevel.isAlarming, OCRConfidenceLevel(meanConfidence: report.confidence) == .low else { return nil }
    return "This may be a scam; I cannot be certain."
  }

  private static let nothingSeen: Message = "I see nothing that looks like a scam."

  /// How likely a scam is, where there is an alarm: nothing found is no promise. Nil, too, where it may well be none,
  /// because "19 % likely" would be taken for all clear.
  package static func likelihood(_ report: ScanReport) -> String? {
    chance(report).map { localized("%1$@ likely a scam", $0) }
  }

  package static func chance(_ report: ScanReport) -> String? {
    guard report.riskLevel.isAlarming, doubt(about: report) == nil else { return nil }
    return report.confidence.map(percent)
  }

  package static func category(_ category: RiskCategory) -> String { localized(englishCategory(category)) }

  static func englishCategory(_ category: RiskCategory) -> String {
    switch category {
    case .none: "no sign of a scam"
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
    case .rental: "rental or sales scam"
    case .charity: "false charity"
    case .malwareLure: "harmful download"
    case .unknown: "unknown kind of scam"
    }
  }

  /// A bolt or a hand, always with words, for screen readers and fonts without the signs.
  package static func source(_ source: ScanSource) -> String {
    source == .auto ? localized("⚡ Auto-scanned") : localized("✋ Manual")
  }

  package static func verified(_ verdict: UserVerdict) -> String {
    verdict == .scam ? localized("☑ you said: a scam") : localized("☑ you said: not a scam")
  }

  package static func reading(_ level: OCRConfidenceLevel) -> String {
    switch level {
    case .high: localized("high confidence")
    case .medium: localized("medium confidence")
    case .low: localized("low confidence")
    case .unknown: localized("unknown confidence")
    }
  }

  /// How sure a verdict is. Never "low", which beside an alarm would read as little risk.
  package static func certainty(_ level: OCRConfidenceLevel) -> String {
    level == .low ? localized("▮▯▯ not certain") : confidence(level)
  }

  package static func confidence(_ level: OCRConfidenceLevel) -> String {
    switch level {
    case .high: localized("▮▮▮ high")
    case .medium: localized("▮▮▯ medium")
    case .low: localized("▮▯▯ low")
    case .unknown: localized("▯▯▯ unknown")
    }
  }
}

/// Says how a text was read, unless it was the best way.
package enum ReadingStep {
  package static func sentence(_ reading: ScanReport.OCR?) -> String? {
    guard reading?.picture == .plain else { return nil }
    return localized("It could only be read in a simpler way, so words may be missing. Look at it yourself.")
  }

  package static func clause(_ reading: ScanReport.OCR) -> String {
    (reading.picture == .plain ? localized(", read in a simpler way") : "")
      + (reading.partial ? localized(", not to the end") : "")
  }
}

package enum DeletionWords {
  /// That something is left on the disk; nil if nothing is.
  package static func note(_ deletion: Deletion) -> String? {
    if deletion.isErased { return nil }
    return localized(
      "Traces stay on the disk while other programs use the history; deleting something later removes them.")
  }
}

extension String {
  package var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
