import Foundation
import Testing

@testable import ScanModel

struct ScanReportTests {
  private static func report() -> ScanReport {
    let words = [
      RecognizedWord(text: "Hello", confidence: 0.91234567, box: PixelRect(x: 1, y: 2, width: 30, height: 10))
    ]
    let text = RecognizedText(
      lines: [RecognizedLine(index: 0, block: 0, box: words[0].box, words: words)], languages: ["eng"],
      isPartial: false)
    return ScanReport(
      id: "0d9b4c1e-0000-4000-8000-000000000001", path: "/tmp/a \"quoted\".png",
      sha256: String(repeating: "a", count: 64),
      source: .auto, capturedAt: Date(timeIntervalSince1970: 1_700_000_000.125),
      scannedAt: Date(timeIntervalSince1970: 1_700_000_001), image: ScanReport.Image(width: 40, height: 20),
      riskLevel: .high, confidence: 0.98765432, scamProbability: 0.98765432, category: .delivery,
      explanation: "Because.", advice: "Do this.",
      evidence: [
        ScanReport.Item(
          rule: "a.b", weight: 1.23456, message: "It does.", excerpt: "Hello", boxes: [words[0].box], range: nil)
      ], text: "Hello", ocr: ScanReport.OCR(text), requiresReview: true,
      timings: ScanReport.Timings(queue: 0, decode: 1.23456, recognize: nil, analyze: 1, total: 12),
      error: FailureCatalog.describe(ScanFailure(.timedOut, subject: "a.png")))
  }

  private static func object(_ report: ScanReport) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(report.jsonLine().utf8)) as? [String: Any])
  }

  private static let keys: Set<String> = [
    "schema_version", "id", "path", "sha256", "source", "captured_at", "scanned_at", "image", "risk_level", "answer",
    "screen", "links", "senders", "numbers", "confidence", "scam_probability", "category", "explanation", "advice",
    "evidence", "cues", "codes",
    "text", "ocr", "requires_review", "timings_ms", "error",
  ]

  @Test func `a report survives its JSON line, but for digits that nobody measured`() throws {
    var expected = Self.report()
    expected.confidence = 0.9877
    expected.scamProbability = 0.9877
    expected.evidence[0].weight = 1.235
    expected.ocr?.confidence = 0.9123
    expected.timings.decode = 1.23
    let line = try Self.report().jsonLine()
    #expect(try ScanReport(jsonLine: line) == expected)
    #expect(!line.contains("\n"))
  }

  @Test func `what was checked survives, with its unknown values as null`() throws {
    var expected = Self.report()
    let place = ReportedPlace(boxes: [PixelRect(x: 1, y: 2, width: 3, height: 4)], range: nil)
    expected.riskLevel = .low
    expected.isUnsure = true
    expected.screen = JudgedScreen(kind: .messageList, confidence: 0.75)
    expected.facts = ReportedFacts(
      links: [.init(text: "a.example", host: nil, domain: nil, owner: nil, standing: .unclear, place: place)],
      senders: [.init(name: nil, address: "a@b.example", domain: "b.example", agreement: .freeMail, place: place)],
      numbers: [.init(text: "1", country: nil, place: place)])
    let line = try expected.jsonLine()
    #expect(line.contains(#""answer":"unsure""#) && line.contains(#""kind":"message_list""#))
    #expect(line.contains(#""host":null"#) && line.contains(#""country":null"#) && line.contains(#""name":null"#))
    let read = try ScanReport(jsonLine: line)
    #expect(read.facts == expected.facts && read.screen == expected.screen && read.answer == .unsure)
  }

  @Test func `a report of version 2 can still be read`() throws {
    var object = try Self.object(Self.report())
    for key in ["answer", "screen", "links", "senders", "numbers"] { object[key] = nil }
    object["schema_version"] = 2
    let line = String(decoding: try JSONSerialization.data(withJSONObject: object), as: UTF8.self)
    let read = try ScanReport(jsonLine: line)
    #expect(read.schemaVersion == 2 && read.facts == nil && read.screen == nil && read.answer == .scam)
  }

  @Test func `what a former report lacks is unknown`() throws {
    var object = try Self.object(Self.report())
    object["ocr"] = nil
    object["timings_ms"] = [String: Double]()
    let line = String(decoding: try JSONSerialization.data(withJSONObject: object), as: UTF8.self)
    let read = try ScanReport(jsonLine: line)
    #expect(read.ocr == nil && read.timings == ScanReport.Timings())
  }

  @Test func `unknown values are null, never missing`() throws {
    var report = Self.report()
    report.path = nil
    report.sha256 = nil
    report.capturedAt = nil
    report.image = nil
    report.confidence = nil
    report.scamProbability = nil
    report.text = nil
    report.ocr = nil
    report.error = nil
    let object = try Self.object(report)
    #expect(Set(object.keys) == Self.keys)
    for key in ["path", "sha256", "captured_at", "image", "confidence", "scam_probability", "text", "ocr", "error"] {
      #expect(object[key] is NSNull, "\(key)")
    }
    #expect((object["timings_ms"] as? [String: Any])?["recognize"] is NSNull)
  }

  @Test func `keys are sorted and times have milliseconds in UTC`() throws {
    let line = try Self.report().jsonLine()
    #expect(line.hasPrefix("{\"advice\":"))
    #expect(line.contains("\"captured_at\":\"2023-11-14T22:13:20.125Z\""))
    let places = try Self.keys.sorted().map { key in try #require(line.range(of: "\"\(key)\":")).lowerBound }
    #expect(places == places.sorted())
  }

  @Test func `evidence has boxes for screenshots and a range for text`() throws {
    var report = Self.report()
    let screenshot = try #require((Self.object(report)["evidence"] as? [[String: Any]])?.first)
    #expect(Set(screenshot.keys) == ["rule", "weight", "message", "excerpt", "boxes"])
    #expect(screenshot["boxes"] as? [[Int]] == [[1, 2, 30, 10]])
    report.evidence[0].boxes = nil
    report.evidence[0].range = [4, 7]
    let text = try #require((Self.object(report)["evidence"] as? [[String: Any]])?.first)
    #expect(Set(text.keys) == ["rule", "weight", "message", "excerpt", "range"])
    #expect(text["range"] as? [Int] == [4, 7])
  }

  @Test func `the reading tells what was repaired and what is uncertain`() throws {
    let box = PixelRect(x: 0, y: 0, width: 9, height: 9)
    let words = [
      RecognizedWord(text: "é", confidence: 0.9, box: box),
      RecognizedWord(text: "https://a.example", rawText: "https:/a.example", confidence: 0.9, box: box),
      RecognizedWord(text: "blur", confidence: RecognizedWord.certainty - 0.01, box: box),
    ]
    let text = RecognizedText(
      lines: [RecognizedLine(index: 0, block: 0, box: box, words: words)], languages: ["eng"], isPartial: false)
    var report = Self.report()
    report.ocr = ScanReport.OCR(text, on: TextPage(text))
    let reading = try #require(Self.object(report)["ocr"] as? [String: Any])
    #expect(
      Set(reading.keys) == [
        "confidence", "confidence_level", "languages", "partial", "picture", "repairs", "uncertain", "words",
      ])
    #expect(reading["picture"] as? String == "prepared")
    let repair = try #require((reading["repairs"] as? [[String: Any]])?.first)
    #expect(repair["read"] as? String == "https:/a.example" && repair["range"] as? [Int] == [2, 17])
    #expect(reading["uncertain"] as? [[Int]] == [[20, 4]])
    let line = try report.jsonLine()
    #expect(try ScanReport(jsonLine: line).ocr?.repairs == report.ocr?.repairs)
  }

  @Test func `a report from before repairs and steps were known can still be read`() throws {
    let line = try Self.report().jsonLine()
      .replacing("\"picture\":\"prepared\",\"repairs\":[],\"uncertain\":[],", with: "")
    #expect(!line.contains("repairs") && !line.contains("picture"))
    let reading = try #require(try ScanReport(jsonLine: line).ocr)
    #expect(reading.uncertain == [] && reading.picture == nil)
  }

  @Test func `a number as identifier stays a number`() throws {
    var report = Self.report()
    report.id = "17"
    report.hasNumericID = true
    #expect(try Self.object(report)["id"] as? Int == 17)
    #expect(try ScanReport(jsonLine: report.jsonLine()).id == "17")
  }

  @Test(arguments: [(0.86, OCRConfidenceLevel.high), (0.85, .medium), (0.66, .medium), (0.65, .low), (0, .low)])
  func `reading is high above 0.85 and medium above 0.65`(value: Double, level: OCRConfidenceLevel) {
    #expect(OCRConfidenceLevel(meanConfidence: value) == level)
    #expect(OCRConfidenceLevel(meanConfidence: nil) == .unknown)
  }
}
