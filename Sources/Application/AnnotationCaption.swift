internal import Localization
internal import Notifications
internal import RiskAnalysis
package import ScanModel
internal import TextEntities

/// What to draw on a screenshot, made from its report: our own words, never those of the screenshot.
package enum AnnotationCaption {
  /// In the user's language if it can be written in letters that the font has, else in English.
  package static func annotation(for report: ScanReport) -> Annotation {
    let caption = caption(report) { localized($0) } ?? caption(report, \.english) ?? ("", "")
    return Annotation(answer: report.answer, heading: caption.heading, reason: caption.reason, boxes: boxes(report))
  }

  private static func caption(
    _ report: ScanReport, _ say: (Message) -> String
  ) -> (heading: String, reason: String)? {
    func written(_ messages: [Message]) -> String? { ascii(messages.map(say).joined(separator: " ")) }
    let (explanation, caveats) = reason(report)
    guard let heading = ascii(heading(report, say)), let end = written(caveats) else { return nil }
    // The user's own rules may be in any language.
    let reason = written([explanation]) ?? written(NotificationText.sentences(report.category))
    return reason.map { (heading, joined($0, end)) }
  }

  private static func heading(_ report: ScanReport, _ say: (Message) -> String) -> String {
    let words = say(Message(whole: RiskWords.englishAnswer(report.answer))).capitalizedFirst
    guard report.riskLevel.isAlarming else { return words }
    return say("\(words): \(Message(whole: RiskWords.englishCategory(report.category)))")
  }

  private static func reason(_ report: ScanReport) -> (explanation: Message, caveats: [Message]) {
    // The explanation of an unjudged report names the file, which must not appear in a picture that may be shared.
    guard report.riskLevel != .unknown else {
      return report.error?.code == .timedOut
        ? (readInPart, []) : ("There was too little readable text to judge.", [])
    }
    let isPart = report.ocr?.partial == true
    // That sentence has the name of a payee in it.
    let isOfPayee = report.evidence.contains {
      $0.rule == ScanReport.Item.payeeDoubtRule && report.explanation.english.contains($0.message.english)
    }
    let all = isOfPayee ? [RiskWording.payeeDoubt] + ReasonList.notes(of: report) : RiskWords.explanations(report)
    return (all.first ?? "", all.dropFirst() + (isPart ? [readInPart] : []))
  }

  private static let readInPart: Message = "Only a part of the text was read in time."

  /// The text in letters that the font has; nil if it cannot be written in them.
  private static func ascii(_ text: String) -> String? {
    var text = text
    if Localization.language.hasPrefix("de") {
      for (umlaut, letters) in umlauts { text = text.replacing(umlaut, with: letters) }
    }
    return ASCIITransliteration.ascii(text)
  }

  /// How German writes them where there are none.
  private static let umlauts = [("ä", "ae"), ("ö", "oe"), ("ü", "ue"), ("Ä", "Ae"), ("Ö", "Oe"), ("Ü", "Ue")]

  private static func joined(_ explanation: String, _ caveats: String) -> String {
    let end = caveats.isEmpty ? "" : " " + caveats
    let room = max(0, Annotation.maximumTextLength - "...".utf8.count - end.utf8.count)
    let start = explanation.utf8.count <= room ? explanation : String(explanation.prefix(room)) + "..."
    return String((start + end).prefix(Annotation.maximumTextLength))
  }

  /// The lines and codes that indicate a scam; none if the level is not medium or high.
  private static func boxes(_ report: ScanReport) -> [PixelRect] {
    guard report.riskLevel.isAlarming else { return [] }
    return ReasonList.reasons(of: report).flatMap { $0.boxes ?? [] }
      + (report.codes ?? []).filter { $0.verdict == report.riskLevel }.flatMap(\.boxes)
  }
}
