package import ScanModel

/// What a scan found in a picture: all of a report except which file it was, when, and how long it took.
package struct Findings: Sendable, Hashable {
  /// Schema of the report that the findings come from.
  package var schemaVersion = ScanReport.currentSchemaVersion
  package var image: ScanReport.Image?
  package var riskLevel = RiskLevel.unknown
  package var isUnsure = false
  package var screen: JudgedScreen?
  /// In 0...1; nil if unknown.
  package var confidence: Double?
  /// In 0...1; nil if unknown.
  package var scamProbability: Double?
  package var category = RiskCategory.unknown
  package var explanation = ""
  package var advice = ""
  /// Strongest first.
  package var evidence: [ScanReport.Item] = []
  package var cues: [ScanReport.Cue]?
  package var codes: [ReportedCode]?
  /// What was checked; nil if nothing was judged.
  package var facts: ReportedFacts?
  /// What identifies the message.
  package var indicators: [Indicator] = []
  package var text: String?
  package var ocr: ScanReport.OCR?
  package var requiresReview = false
  package var error: FailureDescription?

  package init() {}

  /// Nothing could be judged.
  package init(_ failure: ScanFailure) {
    let description = FailureCatalog.describe(failure)
    explanation = description.message
    advice = description.recoverySuggestion
    error = description
  }

  /// Takes over what an earlier scan found.
  package init(reusing report: ScanReport) {
    schemaVersion = report.schemaVersion
    image = report.image
    riskLevel = report.riskLevel
    isUnsure = report.isUnsure
    screen = report.screen
    confidence = report.confidence
    scamProbability = report.scamProbability
    category = report.category
    explanation = report.explanation
    advice = report.advice
    evidence = report.evidence
    cues = report.cues
    codes = report.codes
    facts = report.facts
    indicators = report.indicators
    text = report.text
    ocr = report.ocr
    requiresReview = report.requiresReview
    error = report.error
  }
}

extension ScanReport {
  /// What the scan found.
  package var findings: Findings {
    get { Findings(reusing: self) }
    set {
      schemaVersion = newValue.schemaVersion
      image = newValue.image
      riskLevel = newValue.riskLevel
      isUnsure = newValue.isUnsure
      screen = newValue.screen
      confidence = newValue.confidence
      scamProbability = newValue.scamProbability
      category = newValue.category
      explanation = newValue.explanation
      advice = newValue.advice
      evidence = newValue.evidence
      cues = newValue.cues
      codes = newValue.codes
      facts = newValue.facts
      indicators = newValue.indicators
      text = newValue.text
      ocr = newValue.ocr
      requiresReview = newValue.requiresReview
      error = newValue.error
    }
  }
}
