internal import CodeContents
internal import ScanModel

// From what the analysis says of a text to what is found in a screenshot.
extension Findings {
  /// Judged text of a screenshot.
  /// - Parameters:
  ///   - page: What was read.
  ///   - text: The same as it was judged, with what codes add.
  ///   - codes: The codes of the page.
  ///   - assessment: The judgement.
  init(_ page: CorrectedPage, on text: TextPage, codes: [PageCode], _ assessment: RiskAssessment) {
    if let failure = page.failure, !assessment.level.isAlarming {
      self.init(failure)
    } else {
      self.init()
      judge(assessment)
    }
    image = page.image
    give(assessment) { (boxes: text.boxes(in: $0), range: nil) }
    give(assessment, codes, isComplete: page.codes?.isComplete ?? false)
    // Shown with the line breaks of the picture; judged with addresses in one piece.
    let shown = TextPage(page.text, joinsLines: false)
    self.text = shown.text
    let ocr = ScanReport.OCR(page.text, on: shown)
    self.ocr = ocr
    // Asked for where the reading is doubtful and where the finding matters. The plain picture may hold text that nobody
    // could read, on colored surfaces for one.
    // A code that nobody could look at may do anything.
    let missesCodes = page.codes?.isComplete == false
    requiresReview =
      ocr.confidenceLevel == .low || ocr.picture == .plain || missesCodes || !assessment.isComplete
      || assessment.level.isAlarming
    let doubt =
      ocr.confidenceLevel == .low && page.text.wordCount > 0 ? ScanFailure(.lowConfidence, subject: page.name) : nil
    error = (page.failure ?? doubt).map(FailureCatalog.describe)
  }

  /// A picture without text, whose codes alone were judged.
  init(_ failure: ScanFailure, _ page: CorrectedPage, codes: [PageCode], _ assessment: RiskAssessment) {
    self.init(failure)
    image = page.image
    text = ""
    ocr = ScanReport.OCR(page.text)
    give(assessment, codes, isComplete: page.codes?.isComplete ?? false)
    makeCodesUnknown()
    evidence = assessment.evidence.filter { !$0.codes.isEmpty && $0.weight == 0 }.map { item($0, [], codes) }
    requiresReview = page.codes?.isComplete == false
  }

  /// Judged text that came from no picture.
  init(plainText text: String, _ assessment: RiskAssessment) {
    self.init()
    judge(assessment)
    give(assessment) { (boxes: nil, range: [$0.lowerBound, $0.count]) }
    self.text = text
    requiresReview = !assessment.isComplete
  }

  /// The findings with a text that the user has corrected, judged again. What was said about reading the picture no longer
  /// concerns it; the places of words in it are not known.
  func corrected(_ text: String, _ assessment: RiskAssessment, codes: [PageCode] = []) -> Findings {
    var findings = self
    let hasFurtherFrames = evidence.contains { $0.rule == Self.furtherFrames }
    findings.judge(assessment)
    findings.give(assessment) { _ in (boxes: [], range: nil) }
    if !codes.isEmpty { findings.give(assessment, codes, isComplete: true) }
    findings.text = text
    findings.ocr?.partial = false
    findings.ocr?.picture = nil
    findings.ocr?.repairs = []
    findings.ocr?.uncertain = []
    findings.ocr?.words = text.split(whereSeparator: \.isWhitespace).count
    findings.requiresReview = assessment.level.isAlarming || !assessment.isComplete || codes.contains { !$0.isKnown }
    findings.error = nil
    if hasFurtherFrames { findings.noteFurtherFrames() }
    return findings
  }

  /// In `evidence`.
  private static let furtherFrames = "picture.animation"

  /// Says that the file is an animation, of which only the first frame was read. That one is harmless says nothing of
  /// what follows; that one is a scam says enough.
  mutating func noteFurtherFrames() {
    requiresReview = true
    evidence.append(
      ScanReport.Item(
        rule: Self.furtherFrames, weight: 0, message: "Only the first picture of this animation was looked at.",
        excerpt: "", boxes: [], range: nil))
    func said(_ text: String) -> String { "\(text) Only the first picture of this animation was looked at." }
    if riskLevel == .low {
      riskLevel = .unknown
      (confidence, scamProbability, category) = (nil, nil, .unknown)
      explanation =
        "Only the first picture of this animation was looked at. Nothing in it looks like a scam, but what follows may."
      advice = "Watch it to its end, and scan a screenshot of what worries you."
      makeCodesUnknown()
    } else {
      explanation = said(explanation)
    }
    // What is shown where nothing could be judged.
    if riskLevel == .unknown, let message = error?.message { error?.message = said(message) }
  }

  private mutating func makeCodesUnknown() {
    for index in codes?.indices ?? 0..<0 { codes?[index].verdict = .unknown }
  }

  /// The codes as far as the report has them.
  var pageCodes: [PageCode] {
    (codes ?? []).compactMap { code -> PageCode? in
      guard let box = code.boxes.first else { return nil }
      let said = evidence.first { $0.codeAction == code.action && $0.boxes?.contains(box) == true }
      return PageCode(
        kind: code.kind,
        content: CodeContent(action: code.action, payload: code.payload, effect: said?.message ?? code.action.sentence),
        box: box)
    }
  }

  /// Gives the codes, and to each reason about one the whole of its place: the words that a code adds to a page are only a
  /// strip of it.
  private mutating func give(_ assessment: RiskAssessment, _ codes: [PageCode], isComplete: Bool) {
    // An empty list says that there are none.
    if isComplete || !codes.isEmpty {
      self.codes = zip(codes, assessment.codes).map { code, level in
        ReportedCode(
          kind: code.kind, action: code.content.action, payload: code.content.payload, boxes: [code.box],
          verdict: level)
      }
    }
    guard evidence.count == assessment.evidence.count else { return }
    for (index, reason) in assessment.evidence.enumerated() {
      evidence[index] = item(reason, evidence[index].boxes ?? [], codes)
    }
  }

  private func item(_ reason: Evidence, _ boxes: [PixelRect], _ codes: [PageCode]) -> ScanReport.Item {
    var places = reason.weight == 0 ? [] : boxes
    for index in places.indices {
      if let code = codes.first(where: { !$0.content.words.isEmpty && $0.box.contains(places[index]) }) {
        places[index] = code.box
      }
    }
    for number in reason.codes where codes.indices.contains(number) && !places.contains(codes[number].box) {
      places.append(codes[number].box)
    }
    return ScanReport.Item(
      rule: reason.rule, weight: reason.weight, message: reason.message, excerpt: reason.excerpt, boxes: places,
      range: nil)
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

extension PageCode {
  /// Whether what it does is known in full. Of a code whose content was not stored only the kind of thing is.
  fileprivate var isKnown: Bool {
    content.action == .unknown || content.payload != nil || content.effect != content.action.sentence
  }
}

extension RiskLevel {
  fileprivate var isAlarming: Bool { self == .medium || self == .high }
}
