import Foundation
import ScanModel
import SystemPackage
import TestSupport
import Testing

/// Animations, of which only the first frame is read: what every program says of the rest.
@Suite(.serialized) struct AnimationTests {
  private static let sentence = "Only the first picture of this animation was looked at."
  private let home = UserHome()

  private static let harmlessPNG = AnimatedImage.png(Files.contents(TestData.clean))
  private static let harmlessWebP = AnimatedImage.webP(
    [SamplePicture.bytes("lossy.webp"), AnimatedImage.blankWebP], width: 600, height: 80)
  private static let scam = AnimatedImage.png(Files.contents(TestData.scam))

  private func file(_ name: String, _ bytes: [UInt8]) -> FilePath {
    Files.write(home.folder(name), bytes)
    return home.folder(name)
  }

  private func notes(_ report: ScanReport) -> [ScanReport.Item] {
    report.evidence.filter { $0.rule == "picture.animation" }
  }

  @Test(arguments: [("a.png", harmlessPNG), ("a.webp", harmlessWebP)])
  func `that the first frame is harmless is not said of the file`(name: String, bytes: [UInt8]) async throws {
    let path = file(name, bytes).string
    let run = try await home.scan("--json", "--no-history", path)
    #expect(run.status == 0)
    let report = try #require(try run.reports.first)
    #expect(report.text == TestData.sentence)
    #expect(report.riskLevel == .unknown && report.category == .unknown && report.error == nil)
    #expect(report.confidence == nil && report.scamProbability == nil)
    #expect(report.requiresReview)
    let explanation = report.explanation.english
    #expect(explanation.hasPrefix(Self.sentence) && explanation.contains("what follows may"))
    #expect(notes(report).map(\.message.english) == [Self.sentence])
    #expect(notes(report).first?.weight == 0)
    let shown = try await home.scan("--no-history", path)
    #expect(shown.output.contains("\(path): \(Self.sentence)") && shown.diagnostics.isEmpty, "\(shown.output)")
  }

  @Test func `a scam in the first frame is one, and the rest is mentioned`() async throws {
    let path = file("scam.png", Self.scam).string
    let run = try await home.scan("--json", "--no-history", path)
    #expect(run.status == 1)
    let report = try #require(try run.reports.first)
    let still = try #require(try await home.scan("--json", "--no-history", TestData.scam.string).reports.first)
    #expect(report.riskLevel == .high && report.scamProbability == still.scamProbability && report.requiresReview)
    #expect(report.explanation == "\(still.explanation) \(Self.sentence)" && report.advice == still.advice)
    #expect(report.evidence.dropLast() == still.evidence[...] && notes(report).count == 1)
    #expect(try await home.scan("--no-history", path).output.contains(Self.sentence))
  }

  @Test func `a blank first frame hides nothing`() async throws {
    let webP = AnimatedImage.webP(
      [AnimatedImage.blankWebP, SamplePicture.bytes("lossy.webp")], width: 600, height: 80)
    let row: [UInt8] = [0] + Array(repeating: 255, count: 40)
    let blank = PNGBuilder.file(width: 40, height: 30, scanlines: (0..<30).flatMap { _ in row })
    for (name, bytes) in [("b.webp", webP), ("b.png", AnimatedImage.png(blank))] {
      let path = file(name, bytes).string
      let report = try #require(try await home.scan("--json", "--no-history", path).reports.first)
      #expect(report.riskLevel == .unknown && report.requiresReview && report.error?.code == .noTextFound)
      #expect(report.error?.message.english.hasSuffix(Self.sentence) == true)
      #expect(report.explanation.english.hasSuffix(Self.sentence))
      let shown = try await home.scan("--no-history", path)
      #expect(shown.output.contains("No text was found") && shown.output.contains("this animation"))
    }
  }

  @Test func `an animation of one frame is a still picture`() async throws {
    let png = AnimatedImage.png(Files.contents(TestData.clean), furtherFrames: 0)
    let webP = AnimatedImage.webP([SamplePicture.bytes("lossy.webp")], width: 600, height: 80)
    for (name, bytes) in [("one.png", png), ("one.webp", webP)] {
      let report = try #require(
        try await home.scan("--json", "--no-history", file(name, bytes).string).reports.first)
      #expect(report.riskLevel == .low && !report.requiresReview && notes(report).isEmpty)
      #expect(report.explanation == "Nothing in the text looks like a scam." && report.text == TestData.sentence)
    }
  }

  @Test func `the watcher, the history, its page and the filter say the same`() async throws {
    let daemon = try await DaemonRun.ready(home)
    Files.write(home.screenshots.appending("moving.webp"), Self.harmlessWebP)
    let watched = try #require(try await daemon.reports(1).first)
    #expect(watched.riskLevel == .unknown && watched.requiresReview && notes(watched).count == 1)
    try await daemon.stop()
    #expect(try await home.scan("history", "list", "--to-review").output.contains("moving.webp"))
    let shown = try await home.scan("history", "show", "1").output
    #expect(shown.split(whereSeparator: \.isWhitespace).joined(separator: " ").contains(Self.sentence))
    #expect(try await home.scan("history", "report", "1").status == 0)
    #expect(home.read(home.folder("ocr-scan-1.html")).contains(Self.sentence))
    let path = file("moving.webp", Self.harmlessWebP).string
    let record = try #require(
      try await home.scan("bulk", input: file("list", Array("\(path)\n".utf8))).reports.first)
    #expect(record.findingsAreThose(of: watched))
  }

  @Test func `a corrected text is still that of the first frame alone`() async throws {
    _ = try await home.scan(file("moving.png", Self.harmlessPNG).string)
    let run = try await home.scan("history", "correct", "1", "--text", "Please bring seven umbrellas on Monday")
    #expect(run.status == 0, "\(run.diagnostics)")
    let report = try #require(try await home.scan("history", "export").reports.first)
    #expect(report.riskLevel == .unknown && report.requiresReview && notes(report).count == 1)
  }
}

extension ScanReport {
  fileprivate func findingsAreThose(of other: ScanReport) -> Bool {
    (riskLevel, requiresReview, explanation, text) == (
      other.riskLevel, other.requiresReview, other.explanation, other.text
    ) && evidence == other.evidence
  }
}
