import ImageContainers
import ImageProcessing
import ScanModel
import SystemPackage
import TestSupport
import Testing

/// The deadline holds for any picture.
@Suite(.serialized) struct DeadlineTimingTests {
  /// The default settings: 5 s.
  let home = UserHome([:])
  /// Lines that look like writing but are not. Two workers of a fast machine read them in 4.5 s, so one worker has to
  /// do it alone.
  static let heavy = ImageFile.scribble(width: 3840, height: 8640, seed: 7)
  private static let oneWorker = ["OCR_SCAN_WORKERS": "1"]

  @Test func `reading ends after five seconds, with its worker and with a report`() async throws {
    let file = home.screenshots.appending("scribble.png")
    Files.write(file, Self.heavy)
    let process = try home.start("ocr-scan", ["--json", file.string], adding: Self.oneWorker)
    try await eventually { process.children.count > 0 }
    let run = try await process.ended()
    #expect(run.status == 75)
    let report = try #require(run.reports.first)
    #expect(report.error?.code == .timedOut)
    #expect(report.ocr?.partial == true)
    // Whatever was read, part of the picture was not looked at.
    #expect(report.riskLevel != .low)
    let total = try #require(report.timings.total)
    print("Deadline of 5 s: report after \(total) ms, program ended after \(run.time)")
    #expect((4_900...(5_000 + SchedulingLatency.timingSlack)).contains(total))
    #expect(run.diagnostics.contains("took longer than 5 s"))
    #expect(process.children.isEmpty)
    #expect(try await home.scan("history", "list").output.contains("Scan Timed Out"))
  }

  @Test func `the user may allow less time`() async throws {
    let file = home.screenshots.appending("scribble.png")
    Files.write(file, Self.heavy)
    let run = try await home.scan("--json", "--timeout", "1", file.string, adding: Self.oneWorker)
    #expect(run.status == 75)
    let total = try #require(run.reports.first?.timings.total)
    print("Deadline of 1 s: report after \(total) ms, program ended after \(run.time)")
    #expect((900...(1_000 + SchedulingLatency.timingSlack)).contains(total))
  }

  @Test func `a scam that was read before time ran out is still found`() async throws {
    let message = TestData.folder.appending("images/scam/virus-push-crop.png")
    let bytes = Files.contents(message)
    let picture = unsafe try ImageDecoder.decode(ImageContainer.filter(bytes.span.bytes))
    let grey = stride(from: 0, to: picture.pixels.count, by: 3).map { picture.pixels[$0 + 1] }
    let file = home.screenshots.appending("half.png")
    var last: ScanReport?
    // Finding the lines leaves too little time for one worker to read them all, even on an idle machine. A slow one reads
    // next to nothing of the largest picture before the time is over; then there is no scam to find in it.
    for height in [12_000, 8_000, 5_500] where (last?.ocr?.words ?? 0) < 1_000 {
      Files.write(
        file,
        ImageFile.scribble(
          width: 2400, height: height, seed: 7, lineHeight: 36,
          above: .init(width: picture.width, height: picture.height, pixels: grey)))
      let run = try await home.scan("--json", file.string, adding: Self.oneWorker)
      #expect(run.status == 75)
      last = try run.reports.first
    }
    let report = try #require(last)
    print("Half message, half scribble: \(report.riskLevel), \(report.ocr?.words ?? 0) words before the deadline")
    #expect(report.error?.code == .timedOut)
    #expect(report.ocr?.partial == true)
    #expect(report.text?.contains("subscription has expired") == true)
    #expect(report.riskLevel == .high || report.riskLevel == .medium)
  }

  @Test func `noise has an outcome in time`() async throws {
    let file = home.screenshots.appending("noise.png")
    Files.write(file, ImageFile.noise(width: 1920, height: 1080, seed: 7))
    let run = try await home.scan("--json", file.string)
    let report = try #require(run.reports.first)
    let total = try #require(report.timings.total)
    print("Noise of 1920×1080: \(report.error?.code.rawValue ?? "read") after \(total) ms")
    #expect(report.riskLevel != .medium && report.riskLevel != .high)
    #expect(total < 5_000 + SchedulingLatency.timingSlack)
  }
}
