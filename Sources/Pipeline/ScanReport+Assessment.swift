internal import CodeContents
internal import ScanModel

// Takes the assessment of a text into the report.
extension ScanReport {
  /// What was judged includes the words of codes, which `page` does not.
  func judged(_ page: CorrectedPage, on text: TextPage, codes: [PageCode], _ assessment: RiskAssessment) -> ScanReport {
    var report = self
    if let failure = page.failure, !assessment.level.isAlarming {
      report = failed(failure)
    } else {
      report.judge(assessment)
    }
    report.image = page.image
    report.add(assessment) { ReportedPlace(boxes: text.boxes(in: $0), range: nil) }
    report.add(assessment, codes, isComplete: page.codes?.isComplete ?? false)
    // Shown with the line breaks of the picture; judged with wrapped addresses joined.
    let shown = TextPage(page.text, joinsLines: false)
    report.text = shown.text
    let ocr = OCR(page.text, on: shown)
    report.ocr = ocr
    // Review is requested if the reading is doubtful or the finding matters. The plain picture may hide text that
    // cannot be read, on colored surfaces for example. A code that was not examined may do anything.
    let missesCodes = page.codes?.isComplete == false
    report.requiresReview =
      ocr.confidenceLevel == .low || ocr.picture == .plain || missesCodes || !assessment.isComplete
      || assessment.level.isAlarming
    let doubt =
      ocr.confidenceLevel == .low && page.text.wordCount > 0 ? ScanFailure(.lowConfidence, subject: page.name) : nil
    report.error = (page.failure ?? doubt).map(FailureCatalog.describe)
    if missesCodes { report.noteUnreadCodes() }
    return report
  }

  /// Only the codes of a picture without text were judged.
  func failed(
    _ failure: ScanFailure, _ page: CorrectedPage, codes: [PageCode], _ assessment: RiskAssessment
  ) -> ScanReport {
    var report = failed(failure)
    report.image = page.image
    report.text = ""
    report.ocr = OCR(page.text)
    report.add(assessment, codes, isComplete: page.codes?.isComplete ?? false)
    report.makeCodesUnknown()
    report.evidence =
      assessment.evidence.filter { !$0.codes.isEmpty && $0.weight == 0 }.map { report.item($0, [], codes) }
    if page.codes?.isComplete == false { report.noteUnreadCodes() }
    return report
  }

  /// The report on a text that does not come from a picture.
  func judged(plainText text: String, _ assessment: RiskAssessment) -> ScanReport {
    var report = self
    report.judge(assessment)
    report.add(assessment) { ReportedPlace(boxes: nil, range: [$0.lowerBound, $0.count]) }
    report.text = text
    report.requiresReview = !assessment.isComplete
    return report
  }

  /// After the user corrected the text and it was judged again. Drops what concerned the reading of the picture, and
  /// the places of words.
  func corrected(_ text: String, _ assessment: RiskAssessment, codes: [PageCode] = []) -> ScanReport {
    var report = self
    let hasFurtherFrames = evidence.contains { $0.rule == Self.furtherFrames }
    let missesCodes = evidence.contains { $0.rule == Self.unreadCodes }
    report.judge(assessment)
    report.add(assessment) { _ in ReportedPlace(boxes: [], range: nil) }
    if !codes.isEmpty { report.add(assessment, codes, isComplete: true) }
    report.text = text
    report.ocr?.partial = false
    report.ocr?.picture = nil
    report.ocr?.repairs = []
    report.ocr?.uncertain = []
    report.ocr?.words = text.split(whereSeparator: \.isWhitespace).count
    report.requiresReview = assessment.level.isAlarming || !assessment.isComplete || codes.contains { !$0.isKnown }
    report.error = nil
    if missesCodes { report.noteUnreadCodes() }
    if hasFurtherFrames { report.noteFurtherFrames() }
    return report
  }

  /// In `evidence`: what was not looked at.
  private static let furtherFrames = "picture.animation"
  private static let unreadCodes = "picture.codes"

  private mutating func note(_ rule: String, _ sentence: Message) {
    requiresReview = true
    evidence.append(Item(rule: rule, weight: 0, message: sentence, excerpt: "", boxes: [], range: nil))
  }

  /// There are too many places that look like a code, or the time was over.
  private mutating func noteUnreadCodes() {
    note(Self.unreadCodes, "There may be codes in this picture that could not be looked at.")
    explanation = Self.sayingOfCodes(explanation)
    if riskLevel == .unknown, let message = error?.message { error?.message = Self.sayingOfCodes(message) }
  }

  /// An explanation without names, in place of one that said of codes that were not looked at, too.
  func sayingWhatWasNotRead(_ explanation: Message) -> Message {
    evidence.contains { $0.rule == Self.unreadCodes } ? Self.sayingOfCodes(explanation) : explanation
  }

  private static func sayingOfCodes(_ text: Message) -> Message {
    "\(text) There may be codes in this picture that could not be looked at."
  }

  /// Says that only the first frame of an animation was read. That one is harmless says nothing of what follows; that
  /// one is a scam says enough.
  mutating func noteFurtherFrames() {
    note(Self.furtherFrames, "Only the first picture of this animation was looked at.")
    func said(_ text: Message) -> Message { "\(text) Only the first picture of this animation was looked at." }
    if riskLevel == .low {
      riskLevel = .unknown
      isUnsure = false
      (confidence, scamProbability, category) = (nil, nil, .unknown)
      explanation =
        "Only the first picture of this animation was looked at. Nothing in it looks like a scam, but what follows may."
      if evidence.contains(where: { $0.rule == Self.unreadCodes }) { explanation = Self.sayingOfCodes(explanation) }
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

  /// Adds the codes, and widens the place of each reason about a code to the whole code: the words that a code adds to
  /// a page cover only a strip of it.
  private mutating func add(_ assessment: RiskAssessment, _ codes: [PageCode], isComplete: Bool) {
    // An empty list means that there are no codes.
    if isComplete || !codes.isEmpty {
      self.codes = zip(codes, assessment.codes).map { code, level in
        ReportedCode(
          kind: code.kind, action: code.content.action, payload: code.content.payload, boxes: [code.box],
          verdict: level)
      }
    }
    let shown = assessment.shownEvidence
    guard evidence.count == shown.count else { return }
    for (index, reason) in shown.enumerated() {
      evidence[index] = item(reason, evidence[index].boxes ?? [], codes)
    }
  }

  private func item(_ reason: Evidence, _ boxes: [PixelRect], _ codes: [PageCode]) -> Item {
    var places = reason.weight == 0 ? [] : boxes
    for index in places.indices {
      if let code = codes.first(where: { !$0.content.words.isEmpty && $0.box.contains(places[index]) }) {
        places[index] = code.box
      }
    }
    for number in reason.codes where codes.indices.contains(number) && !places.contains(codes[number].box) {
      places.append(codes[number].box)
    }
    return Item(
      rule: reason.rule, weight: reason.weight, message: reason.message, excerpt: reason.excerpt, boxes: places,
      range: nil)
  }

  private mutating func judge(_ assessment: RiskAssessment) {
    riskLevel = assessment.level
    isUnsure = assessment.isUnsure
    screen = assessment.screen
    confidence = assessment.confidence
    scamProbability = assessment.scamProbability
    category = assessment.category
    explanation = assessment.explanation
    advice = assessment.advice
  }

  private mutating func add(_ assessment: RiskAssessment, placing place: (Range<Int>) -> ReportedPlace) {
    evidence = assessment.shownEvidence.map { evidence in
      let place = place(evidence.range)
      return Item(
        rule: evidence.rule, weight: evidence.weight, message: evidence.message, excerpt: evidence.excerpt,
        boxes: place.boxes, range: place.range)
    }
    cues = assessment.cues.map { heard in
      let place = place(heard.range)
      return Cue(cue: heard.cue, confidence: heard.confidence, boxes: place.boxes, range: place.range)
    }
    facts = assessment.facts.placed(place)
    indicators = assessment.indicators
  }
}

extension PageCode {
  /// Whether its effect is fully known. For a code whose content was not stored, only the kind of action is.
  fileprivate var isKnown: Bool {
    content.action == .unknown || content.payload != nil || content.effect != content.action.sentence
  }
}
