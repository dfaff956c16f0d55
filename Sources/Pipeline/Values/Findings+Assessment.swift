internal import ScanModel

// From what the analysis says of a text to what is found in a screenshot.
extension Findings {
  /// Judged text of a screenshot.
  /// - Parameters:
  ///   - page: What was read.
  ///   - text: The same as it was judged.
  ///   - assessment: The judgement.
  init(_ page: CorrectedPage, on text: TextPage, _ assessment: RiskAssessment) {
    if let failure = page.failure, assessment.level == .low {
      self.init(failure)
    } else {
      self.init()
      judge(assessment)
    }
    image = page.image
    give(assessment) { (boxes: text.boxes(in: $0), range: nil) }
    // Shown with the line breaks of the picture; judged with addresses in one piece.
    let shown = TextPage(page.text, joinsLines: false)
    self.text = shown.text
    let ocr = ScanReport.OCR(page.text, on: shown)
    self.ocr = ocr
    // Asked for where the reading is doubtful and where the finding matters. The plain picture may hold text that nobody
    // could read, on colored surfaces for one.
    requiresReview = ocr.confidenceLevel == .low || ocr.picture == .plain || assessment.level.isAlarming
    let doubt = ocr.confidenceLevel == .low ? ScanFailure(.lowConfidence, subject: page.name) : nil
    error = (page.failure ?? doubt).map(FailureCatalog.describe)
  }

  /// Judged text that came from no picture.
  init(plainText text: String, _ assessment: RiskAssessment) {
    self.init()
    judge(assessment)
    give(assessment) { (boxes: nil, range: [$0.lowerBound, $0.count]) }
    self.text = text
  }

  /// The findings with a text that the user has corrected, judged again. What was said about reading the picture no longer
  /// concerns it; the places of words in it are not known.
  func corrected(_ text: String, _ assessment: RiskAssessment) -> Findings {
    var findings = self
    findings.judge(assessment)
    findings.give(assessment) { _ in (boxes: [], range: nil) }
    findings.text = text
    findings.ocr?.partial = false
    findings.ocr?.picture = nil
    findings.ocr?.repairs = []
    findings.ocr?.uncertain = []
    findings.ocr?.words = text.split(whereSeparator: \.isWhitespace).count
    findings.requiresReview = assessment.level.isAlarming
    findings.error = nil
    return findings
  }

  private mutating func judge(_ assessment: RiskAssessment) {
    riskLevel = assessment.level
    confidence = assessment.confidence
    scamProbability = assessment.scamProbability
    category = assessment.category
    explanation = assessment.explanation
    advice = assessment.advice
  }

  /// Gives the reasons, with the places of their words.
  private mutating func give(
    _ assessment: RiskAssessment, placing place: (Range<Int>) -> (boxes: [PixelRect]?, range: [Int]?)
  ) {
    evidence = assessment.evidence.map { evidence in
      let (boxes, range) = place(evidence.range)
      return ScanReport.Item(
        rule: evidence.rule, weight: evidence.weight, message: evidence.message, excerpt: evidence.excerpt,
        boxes: boxes, range: range)
    }
    cues = assessment.cues.map { heard in
      let (boxes, range) = place(heard.range)
      return ScanReport.Cue(cue: heard.cue, confidence: heard.confidence, boxes: boxes, range: range)
    }
    indicators = assessment.indicators
  }
}

extension RiskLevel {
  fileprivate var isAlarming: Bool { self == .medium || self == .high }
}
