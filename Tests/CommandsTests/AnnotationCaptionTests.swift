import Application
import Foundation
import Notifications
import Testing

@testable import Commands
@testable import ScanModel

struct AnnotationCaptionTests {
  private static let box = PixelRect(x: 10, y: 20, width: 300, height: 25)

  private static func report(
    _ level: RiskLevel, explanation: String = "It asks you to pay.", error: ScanFailure? = nil
  ) -> ScanReport {
    var report = ScanReport(
      id: "x", path: "/secret/name.png", sha256: nil, source: .manual, capturedAt: nil, scannedAt: Date(),
      image: .init(width: 640, height: 480), riskLevel: level, confidence: 0.9, scamProbability: 0.9,
      category: .delivery, explanation: Message(whole: explanation), advice: "A",
      evidence: [
        ScanReport.Item(rule: "a", weight: 2, message: "M", excerpt: "words", boxes: [box, box], range: nil),
        ScanReport.Item(rule: "b", weight: -1, message: "M", excerpt: "words", boxes: [box], range: nil),
        ScanReport.Item(rule: "c", weight: 1, message: "M", excerpt: "words", boxes: nil, range: [0, 1]),
      ],
      text: "words", ocr: nil, requiresReview: false, timings: ScanReport.Timings(), error: nil)
    report.error = error.map(FailureCatalog.describe)
    return report
  }

  @Test(arguments: [
    (RiskLevel.high, false, "High risk: false delivery notice"),
    (.medium, false, "Medium risk: false delivery notice"), (.low, true, "Not sure"), (.low, false, "Nothing found"),
    (.unknown, false, "Not judged"),
  ])
  func `the heading says the answer in words`(level: RiskLevel, isUnsure: Bool, heading: String) {
    var report = Self.report(level)
    report.isUnsure = isUnsure
    let annotation = AnnotationCaption.annotation(for: report)
    #expect(annotation.heading == heading)
    #expect(annotation.answer == ScanAnswer(level, isUnsure: isUnsure))
  }

  @Test func `what speaks for a scam is framed, and nothing where it did not convince`() {
    for level in [RiskLevel.medium, .high] {
      #expect(AnnotationCaption.annotation(for: Self.report(level)).boxes == [Self.box, Self.box])
    }
    for level in [RiskLevel.low, .unknown] {
      #expect(AnnotationCaption.annotation(for: Self.report(level)).boxes == [])
    }
  }

  @Test func `the reason is that of the report, in letters that the font has`() {
    #expect(AnnotationCaption.annotation(for: Self.report(.high)).reason == "It asks you to pay.")
    let german = Self.report(.high, explanation: "Es droht mit Gebühren.")
    #expect(AnnotationCaption.annotation(for: german).reason == "Es droht mit Gebuhren.")
    let russian = Self.report(.high, explanation: "Просит деньги.")
    #expect(AnnotationCaption.annotation(for: russian).reason == NotificationText.body(.delivery))
    let long = Self.report(.high, explanation: String(repeating: "It asks you to pay. ", count: 100))
    #expect(AnnotationCaption.annotation(for: long).reason.utf8.count <= Annotation.maximumTextLength)
  }

  @Test func `what was not judged says why, without the name of the file`() {
    let late = AnnotationCaption.annotation(
      for: Self.report(.unknown, error: ScanFailure(.timedOut, subject: "/secret/name.png", detail: "5 s to read")))
    #expect(late.reason == "Only a part of the text was read in time.")
    let empty = AnnotationCaption.annotation(
      for: Self.report(.unknown, explanation: "No text was found in /secret/name.png, so it could not be judged."))
    #expect(empty.reason == "There was too little readable text to judge.")
  }

  @Test func `the name of a payee is not written into the picture`() {
    var report = Self.report(.low, explanation: "The code pays Muster & Co; the page says other names.")
    report.isUnsure = true
    report.evidence.append(
      ScanReport.Item(
        rule: ScanReport.Item.payeeDoubtRule, weight: 0, message: report.explanation, excerpt: "", boxes: [],
        range: nil))
    let note: Message = "There may be codes in this picture that could not be looked at."
    for explanation in [report.explanation, "\(report.explanation) \(note)"] {
      report.explanation = explanation
      let reason = AnnotationCaption.annotation(for: report).reason
      #expect(reason.hasPrefix("I am not sure: it does not name whom the code pays") && !reason.contains("Muster"))
    }
  }

  @Test func `a long explanation leaves room for what was not read`() {
    var report = Self.report(.high, explanation: String(repeating: "It asks you to pay. ", count: 100))
    report.ocr = ScanReport.OCR(RecognizedText(lines: [], languages: ["eng"], isPartial: true))
    let reason = AnnotationCaption.annotation(for: report).reason
    #expect(reason.hasSuffix("... Only a part of the text was read in time."))
    #expect(reason.utf8.count <= Annotation.maximumTextLength)
  }
}
