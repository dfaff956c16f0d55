internal import FoundationEssentials
internal import PostCorrection
internal import RiskAnalysis
internal import ScanModel
internal import WorkerClient
internal import WorkerProtocol

/// Makes the report of one screenshot from what the parts found out. Pure.
struct ReportBuilder {
  /// What is known before anything was read.
  struct Subject {
    var id: String
    /// The file as it may be shown; nil for standard input.
    var path: String?
    /// How messages name it.
    var name: String
    var source: ScanSource
    var sha256: String? = nil
    var capturedAt: Date? = nil
    var scannedAt: Date
    var timings: ScanReport.Timings
  }

  let subject: Subject
  let timeout: Duration

  /// The report on a screenshot that could not even be read from disk.
  func report(failure: ScanFailure) -> ScanReport {
    unjudged(failure, image: nil, text: nil)
  }

  /// The report on what the workers read; `analyze` judges a page of text.
  func report(
    _ outcome: RecognitionOutcome, languages: [String], analyze: (TextPage) -> RiskAssessment
  ) -> ScanReport {
    let failure = Self.failure(of: outcome, name: subject.name, timeout: timeout)
    let text = PostCorrection.repaired(
      RecognizedText(lines: outcome.lines, languages: languages, isPartial: outcome.end != .complete))
    let image = outcome.size.map { ScanReport.Image(width: $0.width, height: $0.height) }
    guard text.wordCount > 0 else {
      return unjudged(failure ?? ScanFailure(.noTextFound, subject: subject.name), image: image, text: text)
    }
    let page = TextPage(text)
    let assessment = analyze(page)
    // The part that was not read may hold anything: what was not looked at is never called safe.
    var report =
      if let failure, assessment.level == .low {
        unjudged(failure, image: image, text: text)
      } else {
        judged(assessment, image: image)
      }
    report.marks = assessment.marks
    report.evidence = assessment.evidence.map { evidence in
      ScanReport.Item(
        rule: evidence.rule, weight: evidence.weight, message: evidence.message, excerpt: evidence.excerpt,
        boxes: page.boxes(in: evidence.range), range: nil)
    }
    report.cues = assessment.cues.map {
      ScanReport.Cue(cue: $0.cue, confidence: $0.confidence, boxes: page.boxes(in: $0.range), range: nil)
    }
    // Shown with the line breaks of the picture; judged with addresses in one piece.
    let shown = TextPage(text, joinsLines: false)
    report.text = shown.text
    let ocr = ScanReport.OCR(text, on: shown)
    report.ocr = ocr
    // Asked for where the reading is doubtful and where the finding matters.
    // The plain picture may hold text that nobody could read, on colored surfaces for one.
    report.requiresReview =
      ocr.confidenceLevel == .low || ocr.picture == .plain || assessment.level == .medium || assessment.level == .high
    let doubt = ocr.confidenceLevel == .low ? ScanFailure(.lowConfidence, subject: subject.name) : nil
    report.error = (failure ?? doubt).map(FailureCatalog.describe)
    return report
  }

  private func judged(_ assessment: RiskAssessment, image: ScanReport.Image?) -> ScanReport {
    var report = base(image: image)
    report.riskLevel = assessment.level
    report.confidence = assessment.confidence
    report.scamProbability = assessment.scamProbability
    report.category = assessment.category
    report.explanation = assessment.explanation
    report.advice = assessment.advice
    return report
  }

  private func unjudged(_ failure: ScanFailure, image: ScanReport.Image?, text: RecognizedText?) -> ScanReport {
    let description = FailureCatalog.describe(failure)
    var report = base(image: image)
    report.explanation = description.message
    report.advice = description.recoverySuggestion
    report.text = text == nil ? nil : ""
    report.ocr = text.map { ScanReport.OCR($0) }
    report.error = description
    return report
  }

  private func base(image: ScanReport.Image?) -> ScanReport {
    ScanReport(
      id: subject.id, path: subject.path, sha256: subject.sha256, source: subject.source,
      capturedAt: subject.capturedAt, scannedAt: subject.scannedAt, image: image, riskLevel: .unknown,
      confidence: nil, scamProbability: nil, category: .unknown, explanation: "", advice: "", evidence: [],
      text: nil, ocr: nil, requiresReview: false, timings: subject.timings, error: nil)
  }

  /// The failure behind an outcome; nil if every line was read.
  static func failure(of outcome: RecognitionOutcome, name: String, timeout: Duration) -> ScanFailure? {
    switch outcome.end {
    case .complete, .cancelled: nil
    case .timedOut: ScanFailure(.timedOut, subject: name, detail: "\(timeout.secondsText) s to read")
    case .crashed(let reason): ScanFailure(.workerCrashed, subject: name, detail: reason)
    case .unavailable(let reason): ScanFailure(.workerUnavailable, detail: reason)
    case .failed(let failure): Self.failure(failure, name: name)
    }
  }

  private static func failure(_ failure: WorkerFailure, name: String) -> ScanFailure {
    switch failure.code {
    case .notPNG: ScanFailure(.notPNG, subject: name, detail: failure.detail)
    case .truncated: ScanFailure(.truncated, subject: name, detail: failure.detail)
    case .corrupt: ScanFailure(.corruptImage, subject: name, detail: failure.detail)
    case .tooLarge: ScanFailure(.imageTooLarge, subject: name, detail: failure.detail)
    case .unsupportedLanguage: ScanFailure(.unsupportedLanguage, subject: failure.detail)
    case .engine, .protocolViolation, .outOfMemory:
      ScanFailure(.recognitionFailed, subject: name, detail: failure.detail)
    }
  }
}

extension Duration {
  /// Milliseconds with their fraction, as reports show times.
  package var milliseconds: Double { self / .milliseconds(1) }

  /// Seconds without needless zeros: "5", "0.5".
  package var secondsText: String {
    let tenths = Int((self / .milliseconds(100)).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
  }
}
