internal import Notifications
package import ScanModel
internal import TextEntities

/// What to draw on a screenshot, made from its report: our own words, never those of the screenshot.
package enum AnnotationCaption {
  package static func annotation(for report: ScanReport) -> Annotation {
    Annotation(
      level: report.riskLevel, heading: heading(report), reason: reason(report), boxes: boxes(report))
  }

  private static func heading(_ report: ScanReport) -> String {
    let words = RiskWords.englishLevel(report.riskLevel).capitalizedFirst
    return report.riskLevel.isAlarming ? "\(words): \(RiskWords.englishCategory(report.category))" : words
  }

  private static func reason(_ report: ScanReport) -> String {
    // The explanation of an unjudged report names the file, which must not appear in a picture that may be shared.
    guard report.riskLevel != .unknown else {
      return report.error?.code == .timedOut
        ? "Only a part of the text was read in time." : "There was too little readable text to judge."
    }
    // The user's own rules may be in any language.
    let explanation =
      ASCIITransliteration.ascii(report.explanation.english).map(shortened)
      ?? NotificationText.englishBody(report.category)
    return explanation + (report.ocr?.partial == true ? " Only a part of the text was read in time." : "")
  }

  private static func shortened(_ text: String) -> String {
    let room = Annotation.maximumTextLength - 100
    return text.utf8.count <= room ? text : String(text.prefix(room)) + "..."
  }

  /// The lines and codes that indicate a scam; none if the level is not medium or high.
  private static func boxes(_ report: ScanReport) -> [PixelRect] {
    guard report.riskLevel.isAlarming else { return [] }
    return ReasonList.reasons(of: report).flatMap { $0.boxes ?? [] }
      + (report.codes ?? []).filter { $0.verdict == report.riskLevel }.flatMap(\.boxes)
  }
}
