import Foundation
import ScanModel
import SystemPackage
import TestSupport
import Testing

/// `ocr-scan text`.
@Suite(.serialized) struct TextCommandTests {
  static let scam =
    "Royal Mail: your parcel is held. Pay the 1.99 fee within 24 hours: http://royalmail-fee.example-pay.top"
  let home = UserHome()

  private func write(_ text: String, as name: String = "input") -> FilePath {
    let path = home.folder(name)
    Files.write(path, Array(text.utf8))
    return path
  }

  @Test func `a text is judged like a screenshot`() async throws {
    let run = try await home.scan("text", write(Self.scam).string)
    #expect(run.status == 1)
    #expect(run.output.contains("⚠ "))
    let fine = try await home.scan("text", "-", input: write("See you at the library at four"))
    #expect(fine.status == 0)
    #expect(fine.lines.count == 1)
    #expect(fine.diagnostics == "")
  }

  @Test(arguments: [
    "https://evil-login.example\\.paypal.com/verify", "https://evil-login.top\\.paypal.com/verify",
    "evil-login.top/?to=https://www.paypal.com/verify", "https://www.paypal.com\n@evil-login.top/verify",
    "https://evil-login.top%2f.paypal.com/verify",
    "https://www.google.com/url?q=https://paypal.com;@evil-login.top/verify",
    "https://www.google.com/aclk?to=https://www.paypal.com&adurl=https://evil-login.top/verify",
    "1.2.3.4/https://www.paypal.com/verify", "user@evil-login.top/https://www.paypal.com/verify",
    "https://www.paypal.com\n\u{3002}evil-login.top/verify", "www.paypal.com\n.evil-login.top",
  ])
  func `a link that only looks like a company's own is not taken for it`(link: String) async throws {
    let text = "PayPal: your account is limited. Verify your identity now at \(link) or it will be closed."
    let run = try await home.scan("text", "--json", write(text).string)
    let report = try #require(try run.reports.first)
    #expect(report.riskLevel == .high || report.riskLevel == .medium)
    #expect(!report.evidence.contains { $0.rule == "context.official_link" })
  }

  @Test func `on a terminal it says how to give the message`() async throws {
    let run = try home.terminal("text")
    try await run.waits(for: "Type or paste the message, then press Enter and Ctrl-D.")
    run.type("\(Self.scam)\n\u{04}")
    #expect(try await run.ended() == 1)
    #expect(run.output.contains("high risk"))
  }

  @Test func `what is no text is refused, and the way to scan a picture is told`() async throws {
    for path in [TestData.scam.string, try BuiltProgram.path("ocr-scan").string, home.folder.path.string] {
      let run = try await home.scan("text", path)
      #expect(run.status == 65, "\(path)")
      #expect(run.output == "")
      #expect(run.diagnostics.contains("scan a picture or a folder with: ocr-scan FILE"))
    }
  }

  @Test func `a text that is too long to be judged as a whole is not called safe`() async throws {
    let filling = String(repeating: "See you at the library at four. ", count: 2200)
    let run = try await home.scan("text", "--json", write(filling + "\n\n" + Self.scam).string)
    let report = try #require(try run.reports.first)
    #expect(report.riskLevel == .unknown && report.requiresReview)
    #expect(report.explanation.english.hasPrefix("Only a part of the text could be judged."))
  }

  @Test func `as JSON a reason has a range of the text instead of boxes`() async throws {
    let text = "Grüße 👋 " + Self.scam
    let run = try await home.scan("text", "--json", "--fail-on", "never", write(text).string)
    #expect(run.status == 0)
    let line = try #require(run.lines.first)
    #expect(JSONText.keys(line) == ScanOutputTests.keys)
    let report = try ScanReport(jsonLine: line)
    #expect(report.path == nil && report.image == nil && report.ocr == nil)
    #expect(report.text == text)
    #expect(!report.evidence.isEmpty)
    for reason in report.evidence {
      let range = try #require(reason.range)
      #expect(reason.boxes == nil)
      let scalars = Array(text.unicodeScalars)
      let seen = String(String.UnicodeScalarView(scalars[range[0]..<range[0] + range[1]]))
      #expect(seen == reason.excerpt)
    }
  }

  @Test func `lines keep their identifiers and their order, and what is not understood is told`() async throws {
    let lines = [
      #"{"id":"first","text":"See you at the library"}"#, "no JSON", #"{"id":7,"text":"Lunch?"}"#, "",
      #"{"text":"no identifier"}"#, #"{"id":"no text"}"#, #"{"id":"two\nlines","text":"One\nTwo ","more":1}"#,
    ]
    let run = try await home.scan("text", "--jsonl", write(lines.joined(separator: "\n")).string)
    let reports = try run.reports
    #expect(reports.map(\.id) == ["first", "", "7", "", "no text", "two\nlines"])
    #expect(reports.map { $0.error?.code == .invalidInput } == [false, true, false, true, true, false])
    #expect(reports.allSatisfy { ($0.error != nil) == ($0.riskLevel == .unknown) })
    #expect(run.status == 65)
    #expect(run.diagnostics.contains("Line 2 could not be understood: it is not a JSON object"))
    #expect(run.diagnostics.components(of: "Can't Read This Text") == 3)
    for line in run.lines { #expect(JSONText.keys(line) == ScanOutputTests.keys) }
  }

  @Test func `a text that is not there, or is a folder, is told`() async throws {
    #expect(try await home.scan("text", "nowhere").status == 66)
    #expect(try await home.scan("text", home.screenshots.string).status == 65)
    #expect(try await home.scan("text", write("").string).status == 0)
  }
}
