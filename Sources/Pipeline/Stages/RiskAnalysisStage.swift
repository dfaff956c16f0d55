package import RiskAnalysis
package import ScanModel

/// Judges the text of a screenshot, or a text without one.
package struct RiskAnalysisStage: Sendable {
  /// Analysis takes a few milliseconds; a text made to be slow must not hold up the next screenshot.
  private static let pageLimit: Duration = .seconds(1)
  /// Texts may be much longer, and nothing waits behind them.
  private static let textLimit: Duration = .seconds(5)

  private let analyze: @Sendable (TextPage, FeedbackList, ContinuousClock.Instant) -> RiskAssessment
  private let release: @Sendable () -> Void

  package init(_ analyzer: RiskAnalyzer) {
    self.init(
      analyze: { analyzer.analyze($0, feedback: $1, deadline: $2) }, release: { analyzer.releaseMemory() })
  }

  init(
    analyze: @escaping @Sendable (TextPage, FeedbackList, ContinuousClock.Instant) -> RiskAssessment,
    release: @escaping @Sendable () -> Void = {}
  ) {
    self.analyze = analyze
    self.release = release
  }

  /// Judges a screenshot. What was not looked at may hold anything: a part of a page is never called safe.
  func run(_ page: CorrectedPage, feedback: FeedbackList) -> Findings {
    guard page.text.wordCount > 0 else {
      var findings = Findings(page.failure ?? ScanFailure(.noTextFound, subject: page.name))
      findings.image = page.image
      findings.text = ""
      findings.ocr = ScanReport.OCR(page.text)
      return findings
    }
    let text = TextPage(page.text)
    return Findings(page, on: text, analyze(text, feedback, .now + Self.pageLimit))
  }

  /// Judges a text that came from no picture.
  package func run(text: String, feedback: FeedbackList) -> Findings {
    Findings(plainText: text, analyze(TextPage(plainText: text), feedback, .now + Self.textLimit))
  }

  /// Judges the text of a screenshot as the user has corrected it.
  /// - Parameters:
  ///   - findings: What is known of the screenshot.
  ///   - text: Its right text.
  ///   - feedback: What the user said of other messages.
  /// - Returns: What is known of it now.
  package func run(_ findings: Findings, correctedText text: String, feedback: FeedbackList) -> Findings {
    findings.corrected(text, analyze(TextPage(plainText: text), feedback, .now + Self.textLimit))
  }

  /// Frees memory that is filled again when it is needed.
  func releaseMemory() { release() }
}
