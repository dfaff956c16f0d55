import Foundation
import ScanModel
import SystemPackage
import TestSupport
import Testing

/// The command and the watcher share one pipeline: they report the same about the same picture, whatever is known of
/// it.
@Suite(.serialized) struct ReportConsistencyTests {
  private let home = UserHome()
  /// The command's copies, under the same names that the watcher sees.
  private var byHand: FilePath { home.folder("by-hand") }
  /// Keys whose values differ from scan to scan.
  private static let ownKeys: Set<String> = ["id", "path", "source", "captured_at", "scanned_at", "timings_ms"]
  private static let correctedText = "Please bring seven blue umbrellas to the station."

  private struct Picture {
    var name: String
    var content: [UInt8]

    /// Bytes after the end of a PNG change only its hash.
    init(_ name: String, _ path: FilePath, copy: UInt8) {
      self.name = name + ".png"
      content = Files.contents(path) + [copy]
    }
  }

  /// A report without what belongs to one scan, and without the folder of its file.
  private static func comparable(_ report: ScanReport) throws -> [String: NSObject] {
    let path = try #require(report.path)
    let name = String(path.split(separator: "/").last ?? "")
    let line = try report.jsonLine().replacing(path, with: name)
    let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: NSObject]
    return try #require(object).filter { !ownKeys.contains($0.key) }
  }

  private static func expectSame(_ command: ScanReport, _ watcher: ScanReport) throws {
    let (first, second) = (try comparable(command), try comparable(watcher))
    #expect(first.keys.sorted() == second.keys.sorted())
    for (key, value) in first {
      #expect(second[key] == value, "\(watcher.path ?? ""): \(key)")
    }
  }

  private func scanByHand(
    _ picture: Picture, _ options: String = "", program: String = "$SCAN"
  ) async throws -> ScanReport {
    let path = byHand.appending(picture.name)
    Files.write(path, picture.content)
    return try #require(try await home.shell("\(program) --json \(options) '\(path)'").reports.first)
  }

  /// Has both scan a picture; the command leaves no trace.
  private func scanTwice(
    _ picture: Picture, _ daemon: DaemonRun, _ options: String = "", program: String = "$SCAN"
  ) async throws -> (command: ScanReport, watcher: ScanReport) {
    let report = try await scanByHand(picture, "--no-history \(options)", program: program)
    let count = daemon.reports.count
    Files.write(home.screenshots.appending(picture.name), picture.content)
    return (report, try #require(try await daemon.reports(count + 1).last))
  }

  @Test func `the command and the watcher report the same`() async throws {
    home.configure("store_text: full\n")
    Files.makeFolder(byHand)
    let (scam, clean) = (TestData.scam, TestData.clean)
    let corrected = Picture("corrected", scam, copy: 1)
    let judged = Picture("judged", scam, copy: 2)
    let both = Picture("both", scam, copy: 3)
    let known = Picture("known", scam, copy: 4)
    // The user's corrections and verdicts come first, because they override earlier results.
    for (picture, words) in [
      (corrected, ["correct # --text '\(Self.correctedText)'"]), (judged, ["verify # --not-scam"]),
      (both, ["correct # --text '\(Self.correctedText)'", "verify # --scam"]),
    ] {
      let id = try await scanByHand(picture).id
      for word in words {
        let run = try await home.shell("$SCAN history \(word.replacing("#", with: id))")
        #expect(run.status == 0, "\(run.diagnostics)")
      }
    }
    _ = try await scanByHand(known)

    let daemon = try await DaemonRun.ready(home)
    let fresh = try await scanTwice(Picture("fresh", clean, copy: 5), daemon)
    try Self.expectSame(fresh.command, fresh.watcher)
    #expect(fresh.watcher.riskLevel == .low && fresh.watcher.timings.recognize != nil)

    let ofKnown = try await scanTwice(known, daemon)
    try Self.expectSame(ofKnown.command, ofKnown.watcher)
    // On request, the picture is read again; the watcher spares the processor.
    #expect(ofKnown.command.timings.recognize != nil && ofKnown.watcher.timings.recognize == nil)

    let ofCorrected = try await scanTwice(corrected, daemon)
    try Self.expectSame(ofCorrected.command, ofCorrected.watcher)
    #expect(ofCorrected.command.text == Self.correctedText && ofCorrected.command.riskLevel == .low)

    let ofJudged = try await scanTwice(judged, daemon)
    try Self.expectSame(ofJudged.command, ofJudged.watcher)
    #expect(ofJudged.command.riskLevel == .low)
    #expect(ofJudged.command.explanation.english.hasPrefix("You marked this picture"))

    let ofBoth = try await scanTwice(both, daemon)
    try Self.expectSame(ofBoth.command, ofBoth.watcher)
    #expect(ofBoth.command.text == Self.correctedText && ofBoth.command.riskLevel == .high)
    #expect(ofBoth.command.explanation.english.hasPrefix("You marked this picture as a scam"))

    let failed = try await scanTwice(Picture("failed", TestData.corrupt, copy: 6), daemon)
    try Self.expectSame(failed.command, failed.watcher)
    #expect(failed.command.error?.code == .corruptImage)
  }

  @Test func `a picture that is only partly read is reported the same`() async throws {
    let bin = try await home.installPrograms(worker: BuiltProgram.path("misbehaving-worker"))
    Files.makeFolder(byHand)
    let daemon = try await DaemonRun.ready(
      home, program: bin.appending("ocr-scand"),
      adding: ["OCR_SCAN_LANGUAGES": "partly", "OCR_SCAN_SCAN_TIMEOUT": "5"])
    let partly = try await scanTwice(
      Picture("partly", TestData.clean, copy: 1), daemon, "--lang partly --timeout 5", program: "\(bin)/ocr-scan")
    try Self.expectSame(partly.command, partly.watcher)
    #expect(partly.command.error?.code == .timedOut && partly.command.ocr?.partial == true)
    #expect(partly.command.riskLevel == .unknown && partly.command.text?.isEmpty == false)
  }
}
