import FoundationEssentials
import Redaction
import Testing

@testable import ScanModel

/// What a report keeps of a link, in every part that repeats its words.
struct ReportRedactionTests {
  private static let token = "4b5c6d7e8f90a1b2"
  private static let address = "https://bank.example/reset?token=\(token)"
  private static let kept = "https://bank.example/reset?token=[hidden]"

  private var report: ScanReport {
    get throws {
      let text = "Go to \(Self.address) or room 12"
      var report = ScanReport(
        id: "0FA3B2C1-0000-4000-8000-000000000001", path: nil, sha256: nil, source: .auto, capturedAt: nil,
        scannedAt: Date(timeIntervalSince1970: 1_800_000_000), image: nil, riskLevel: .high, confidence: 1,
        scamProbability: 1,
        category: .none, explanation: "", advice: "", evidence: [], text: text, ocr: nil, requiresReview: false,
        timings: ScanReport.Timings(total: 1), error: nil)
      report.evidence = [
        .init(
          rule: "link.short", weight: 1, message: "A link.", excerpt: "Go to \(Self.address)", boxes: [], range: nil),
        .init(
          rule: "code.open_link", weight: 0, message: "It opens \(Self.address).", excerpt: "", boxes: [], range: nil),
      ]
      report.codes = [.init(kind: .qr, action: .openLink, payload: Self.address, boxes: [], verdict: .high)]
      report.facts = ReportedFacts(
        links: [
          .init(
            text: Self.address, host: "bank.example", domain: "bank.example", owner: nil, standing: .unfamiliar,
            place: .init(boxes: [], range: nil))
        ], senders: [], numbers: [])
      let words = ["Go", "to", Self.address, "or", "room", "12"].map { word in
        RecognizedWord(
          text: word, rawText: word == "or" ? Self.address : nil, confidence: 0.1,
          box: PixelRect(x: 0, y: 0, width: 1, height: 1))
      }
      let box = PixelRect(x: 0, y: 0, width: 1, height: 1)
      let line = RecognizedLine(index: 0, block: 0, box: box, words: words)
      let recognized = RecognizedText(lines: [line], languages: ["eng"], isPartial: false)
      report.ocr = ScanReport.OCR(recognized, on: TextPage(recognized))
      return report
    }
  }

  @Test func `what is private by the words around it is so in every part of a report`() throws {
    var report = try report
    report.text = "Order 482913 ends soon.\n\nHere is your security code. 482913 ends soon. WhatsApp 7700 900123"
    report.evidence = [
      .init(rule: "a", weight: 1, message: "A code.", excerpt: "482913 ends soon.", boxes: [], range: nil)
    ]
    report.facts?.numbers = [.init(text: "7700 900123", country: nil, place: .init(boxes: [], range: nil))]
    report.facts?.senders = [
      .init(
        name: "Anna Muster 0151 23456789", address: "anna@example.org", domain: "example.org", agreement: .unclear,
        place: .init(boxes: [], range: nil))
    ]
    report.evidence.append(
      .init(
        rule: ScanReport.Item.contactRule, weight: 0, message: "Its number is \("7700 900123").", excerpt: "",
        boxes: [], range: nil))
    let redacted = report.redacted()
    #expect(redacted.evidence.map(\.excerpt) == ["[code] ends soon.", ""])
    #expect(redacted.evidence[1].message.english == "Its number is [phone number].")
    #expect(redacted.evidence[1].message.hasPlaces)
    #expect(redacted.facts?.numbers.map(\.text) == ["[phone number]"])
    #expect(redacted.facts?.senders.map(\.name) == ["Anna Muster [phone number]"])
    #expect(redacted.redacted() == redacted)
  }

  @Test(arguments: [
    "Reset: https://bank.example/reset?to\nken=hunter9x", "Open https://bank.example/reset/abcde\r\nf12345 today",
  ])
  func `the words of a code are redacted as its content is, although they are joined by spaces`(
    content: String
  ) throws {
    var report = try report
    report.codes = [.init(kind: .qr, action: .text, payload: content, boxes: [], verdict: .high)]
    let words = content.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let link = try #require(words.split(separator: " ").first { $0.hasPrefix("https") })
    report.evidence = [words, String(link), "room 12"].map {
      .init(rule: "code.text", weight: 0, message: "A text.", excerpt: $0, boxes: [], range: nil)
    }
    let redacted = report.redacted()
    let line = try redacted.jsonLine()
    for secret in ["hunter9x", "f12345", "abcde"] { #expect(!line.contains(secret), "\(line)") }
    #expect(redacted.evidence.map(\.excerpt.isEmpty) == [false, false, false])
    #expect(redacted.redacted() == redacted)
  }

  @Test func `an excerpt that stands in no text is kept only as one word`() throws {
    var report = try report
    report.evidence = ["to https://bank.example/reset?to ken=hunter9x", "https://bank.example/news"].map {
      .init(rule: "code.text", weight: 0, message: "A text.", excerpt: $0, boxes: [], range: nil)
    }
    #expect(report.redacted().evidence.map(\.excerpt) == ["", "https://bank.example/news"])
  }

  @Test func `a message is judged by its whole sentence, and keeps its places if its parts tell as much`() throws {
    var report = try report
    report.explanation = "Your code \("482913") was sent."
    #expect(report.redacted().explanation.english == "Your code [code] was sent.")
    report.explanation = "It opens \(Self.address)."
    #expect(report.redacted().explanation.english == "It opens \(Self.kept).")
    #expect(report.redacted().explanation.hasPlaces)
  }

  @Test(arguments: [TextRedactor.Parts.all, .links])
  func `no part of a report keeps a secret of a link`(parts: TextRedactor.Parts) throws {
    let redacted = try report.redacted(parts)
    #expect(redacted.text == "Go to \(Self.kept) or room 12")
    #expect(redacted.evidence.map(\.excerpt) == ["Go to \(Self.kept)", ""])
    #expect(redacted.evidence.map(\.message) == ["A link.", "It opens \(Self.kept)."])
    #expect(redacted.codes?.map(\.payload) == [Self.kept])
    #expect(redacted.facts?.links.map(\.text) == [Self.kept])
    #expect(redacted.facts?.links.map(\.host) == ["bank.example"])
    #expect(redacted.ocr?.repairs.map(\.read) == [Self.kept])
    #expect(!(try redacted.jsonLine()).contains(Self.token))
    // The places of words that remain move along; that of the link is gone.
    let scalars = Array((redacted.text ?? "").unicodeScalars)
    let words = (redacted.ocr?.uncertain ?? []).map { range in
      String(String.UnicodeScalarView(scalars[range[0]..<range[0] + range[1]]))
    }
    #expect(words == ["Go", "to", "or", "room", "12"])
    #expect(redacted.redacted(parts) == redacted)
  }
}
