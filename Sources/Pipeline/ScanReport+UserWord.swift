package import FoundationEssentials
internal import RiskAnalysis
package import ScanModel

extension ScanReport {
  /// Log-odds of what the user said of this very picture: nothing is known better (`Calibration.probability`).
  private static let certainty = 6.907
  private static let certain = 0.999

  /// The same verdict for another file with the same bytes.
  package func repeated(_ request: Scanner.Request, capturedAt: Date?) -> ScanReport {
    var report = self
    report.id = request.id.uuidString.lowercased()
    report.path = request.path
    report.source = request.source
    report.capturedAt = capturedAt
    report.scannedAt = Date()
    report.timings = Timings(
      queue: request.announcedAt.map { (request.beganAt - $0).milliseconds } ?? 0,
      total: (SuspendingClock.now - request.beganAt).milliseconds)
    return report
  }

  /// The report as the user has decided it: what they said of this picture stands above every judgement.
  /// - Parameter word: What they said; nil for nothing.
  /// - Returns: With the level, the category and the words that follow from it, and a reason that names it.
  package func honoring(_ word: FeedbackItem?) -> ScanReport {
    guard let word else { return self }
    let isScam = word.verdict == .scam
    var report = self
    report.riskLevel = isScam ? .high : .low
    report.scamProbability = isScam ? Self.certain : 1 - Self.certain
    report.confidence = Self.certain
    report.requiresReview = false
    report.explanation = FeedbackWording.message(word)
    if isScam {
      if riskLevel != .medium, riskLevel != .high {
        report.category = .unknown
        report.advice = "Do not reply or pay before you have checked it another way."
      }
    } else {
      report.category = .none
      report.advice =
        "You need not do anything; take the mark back with: ocr-scan history verify \(word.entry.prefix(8)) --undo."
    }
    let item = Item(
      rule: FeedbackWording.rule(word.verdict), weight: isScam ? Self.certainty : -Self.certainty,
      message: report.explanation, excerpt: "", boxes: [], range: nil)
    report.evidence.removeAll { $0.rule == item.rule }
    report.evidence.insert(item, at: isScam ? 0 : report.evidence.count)
    return report
  }

  /// The report with a text that the user has corrected, judged again. What was said about reading the picture no longer
  /// concerns it; the places of words in it are not known.
  package func corrected(_ text: String, _ assessment: RiskAssessment) -> ScanReport {
    var report = self
    report.text = text
    report.riskLevel = assessment.level
    report.confidence = assessment.confidence
    report.scamProbability = assessment.scamProbability
    report.category = assessment.category
    report.explanation = assessment.explanation
    report.advice = assessment.advice
    report.marks = assessment.marks
    report.evidence = assessment.evidence.map { evidence in
      Item(
        rule: evidence.rule, weight: evidence.weight, message: evidence.message, excerpt: evidence.excerpt, boxes: [],
        range: nil)
    }
    report.cues = assessment.cues.map {
      Cue(cue: $0.cue, confidence: $0.confidence, boxes: [], range: nil)
    }
    report.ocr?.partial = false
    report.ocr?.picture = nil
    report.ocr?.repairs = []
    report.ocr?.uncertain = []
    report.ocr?.words = text.split(whereSeparator: \.isWhitespace).count
    report.requiresReview = assessment.level == .medium || assessment.level == .high
    report.error = nil
    return report
  }
}
