import Foundation
import Testing

@testable import Application
@testable import ScanModel

/// The page about an entry, whatever a screenshot says.
struct EntryDocumentTests {
  private func document(
    text: String, explanation: String = "It asks for money.", _ change: (inout ScanReport) -> Void = { _ in }
  ) -> String {
    var report = ScanReport(
      id: "0fa3b2c1-0000-4000-8000-000000000001", path: "/home/somebody/\(text)",
      sha256: String(repeating: "a", count: 64),
      source: .manual, capturedAt: nil, scannedAt: Date(timeIntervalSince1970: 1_800_000_000),
      image: .init(width: 10, height: 10), riskLevel: .high, confidence: 0.97, scamProbability: 0.97, category: .prize,
      explanation: Message(whole: explanation), advice: "Do not pay.",
      evidence: [.init(rule: "r", weight: 2, message: "It promises a prize.", excerpt: text, boxes: [], range: nil)],
      text: text, ocr: nil, requiresReview: true, timings: .init(), error: nil)
    change(&report)
    return EntryDocument(
      report: report, number: 7, verified: .scam, picture: .missing("gone"), isRedacted: true,
      writtenAt: Date(timeIntervalSince1970: 1_800_000_100)
    ).html()
  }

  @Test(arguments: [
    "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "</pre><iframe src='//x'>", "a & b < c", "'\"`=",
    "\u{202E}txt.exe", "\u{1B}[2J",
  ])
  func `nothing of the screenshot becomes markup`(text: String) {
    let html = document(text: text)
    for part in ["<script", "<img", "<iframe", "onerror=alert(1)>", "\u{202E}", "\u{1B}"] {
      #expect(!html.contains(part))
    }
    #expect(html.components(separatedBy: "<pre").count == 2)
  }

  @Test func `lines stay lines`() {
    #expect(document(text: "first\nsecond").contains("first\nsecond"))
  }

  @Test func `it says what it is, when it was written and that it can be wrong`() {
    let html = document(text: "x")
    #expect(html.contains("⚠ High risk") && html.contains("False prize"))
    #expect(html.contains("97 % likely a scam, judged by a program"))
    #expect(html.contains("it can be wrong") && html.contains("2027-01-15 08:01:40 UTC"))
    #expect(html.contains("says: a scam"))
    #expect(!html.contains("/home/somebody"))
  }

  @Test(arguments: [true, false]) func `only alarms are so many percent likely`(isUnsure: Bool) {
    let html = document(text: "x") { report in
      report.riskLevel = .low
      report.category = .none
      report.isUnsure = isUnsure
    }
    #expect(!html.contains(" likely ") && !html.contains("97 %"))
    #expect(html.contains("Judged by a program; it can be wrong."))
    #expect(html.contains(">I see nothing that looks like a scam<") == !isUnsure)
  }

  @Test func `where nothing was found there is no reason for anything else`() {
    let html = document(text: "x", explanation: "It greets you, which alone is not a sign of a scam.") { report in
      report.riskLevel = .low
      report.evidence.append(
        .init(rule: "picture.codes", weight: 0, message: "A code was not read.", excerpt: "", boxes: [], range: nil))
    }
    #expect(!html.contains("Reasons") && !html.contains("promises a prize") && !html.contains("greets you"))
    #expect(html.contains("A code was not read."))
  }

  @Test(arguments: [(0.48, true), (0.97, false)])
  func `an alarm that is not certain says so, and is not called low`(confidence: Double, isDoubtful: Bool) {
    let html = document(text: "x") { $0.confidence = confidence }
    #expect(html.contains("This may be a scam; I cannot be certain.") == isDoubtful)
    #expect(html.contains("48 %") == false && html.contains("97 % likely a scam") == !isDoubtful)
    #expect(RiskWords.certainty(.low) == "▮▯▯ not certain")
  }

  @Test func `nobody reads twice that it is unclear`() {
    let html = document(text: "x") { report in
      report.riskLevel = .low
      report.category = .none
      report.isUnsure = true
    }
    #expect(html.contains("? Not sure") && html.contains(">Perhaps a scam, perhaps not<"))
    for answer in [ScanAnswer.unsure, .clear, .unknown] { #expect(RiskWords.kind(.unknown, answer) == nil) }
    #expect(RiskWords.kind(.unknown, .scam) == "unknown kind of scam")
  }

  @Test func `what the user said of it is told where nothing was found`() {
    let html = document(text: "x") { report in
      report.riskLevel = .low
      report.evidence = [
        .init(
          rule: "learnt.harmless", weight: -6, message: "You marked this picture as harmless on 2027-01-15.",
          excerpt: "", boxes: [], range: nil)
      ]
    }
    #expect(html.contains("You marked this picture as harmless on 2027-01-15."))
  }
}
