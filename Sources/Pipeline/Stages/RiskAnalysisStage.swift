internal import CodeContents
package import RiskAnalysis
package import ScanModel

/// Judges the text of a screenshot, or a text without one.
package struct RiskAnalysisStage: Sendable {
  let analyze: @Sendable (TextPage, [PageCode], FeedbackList, JudgingBudget) -> RiskAssessment
  var releaseMemory: @Sendable () -> Void = {}
}

extension RiskAnalysisStage {
  package init(_ analyzer: RiskAnalyzer) {
    self.init(
      analyze: { analyzer.analyze($0, codes: $1, feedback: $2, budget: $3) },
      releaseMemory: { analyzer.releaseMemory() })
  }

  /// Judges a screenshot. A page that was read only in part is never called safe: the rest may hold anything.
  func run(_ report: ScanReport, _ page: CorrectedPage, feedback: FeedbackList) -> ScanReport {
    // Payloads, which may be secrets, stop here: later stages only know what the codes would do.
    let codes = (page.codes?.codes ?? []).map(PageCode.init)
    let text = TextPage(page.text.including(codes: codes.map { ($0.content.words, $0.box) }))
    let assessment = analyze(text, codes, feedback, page.budget)
    var judged: ScanReport
    if page.text.wordCount > 0 || assessment.level.isAlarming {
      judged = report.judged(page, on: text, codes: codes, assessment)
    } else {
      // A harmless code says nothing of a picture without words.
      let failure = page.failure ?? ScanFailure(.noTextFound, subject: page.name)
      judged = report.failed(failure, page, codes: codes, assessment)
    }
    if page.isAnimated { judged.noteFurtherFrames() }
    return judged
  }

  package func run(_ report: ScanReport, plainText text: String, feedback: FeedbackList) -> ScanReport {
    report.judged(plainText: text, analyze(TextPage(plainText: text), [], feedback, .fromNow()))
  }

  package func run(_ report: ScanReport, correctedText text: String, feedback: FeedbackList) -> ScanReport {
    let codes = report.pageCodes
    guard !codes.isEmpty else {
      return report.corrected(text, analyze(TextPage(plainText: text), [], feedback, .fromNow()))
    }
    // Where the corrected words stand in relation to the codes is unknown, so the codes are placed after them.
    let typed = RecognizedText(typed: text)
    let placed = codes.enumerated().map { number, code in
      var code = code
      code.box = PixelRect(x: 0, y: typed.endOfPage + 40 + 240 * number, width: 200, height: 200)
      return code
    }
    let page = TextPage(typed.including(codes: placed.map { ($0.content.words, $0.box) }))
    return report.corrected(text, analyze(page, placed, feedback, .fromNow()), codes: codes)
  }
}

/// Puts the user's verdict on this very picture above every other judgement.
struct FeedbackStage: Sendable {
  /// Log-odds of the user's verdict: nothing is more certain (`Calibration.probability`).
  private static let weight = 6.907
  private static let probability = 0.999

  func run(_ report: ScanReport, _ userVerdict: FeedbackItem?) -> ScanReport {
    guard let userVerdict else { return report }
    let isScam = userVerdict.verdict == .scam
    var decided = report
    decided.riskLevel = isScam ? .high : .low
    decided.isUnsure = false
    decided.scamProbability = isScam ? Self.probability : 1 - Self.probability
    decided.confidence = Self.probability
    decided.requiresReview = false
    decided.explanation = FeedbackWording.message(userVerdict)
    if !isScam {
      decided.category = .none
      decided.advice =
        "Take the mark back with: ocr-scan history verify \(userVerdict.entry.prefix(8)) --undo."
    } else if !report.riskLevel.isAlarming {
      decided.category = .unknown
      decided.advice = "Do not reply or pay before you have checked it another way."
    }
    let reason = ScanReport.Item(
      rule: FeedbackWording.rule(userVerdict.verdict), weight: isScam ? Self.weight : -Self.weight,
      message: decided.explanation, excerpt: "", boxes: [], range: nil)
    decided.evidence.removeAll { $0.rule == reason.rule }
    decided.evidence.insert(reason, at: isScam ? 0 : decided.evidence.count)
    return decided
  }
}
