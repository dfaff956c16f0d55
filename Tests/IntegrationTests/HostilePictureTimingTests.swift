import ScanModel
import SystemPackage
import TestSupport
import Testing

/// A line of testdata/expected/hostile.yaml.
struct HostilePicture: Decodable {
  var file: String
  var expected: String
  var why: String
}

/// Pictures made to do harm, one after the other through the real worker. The time each may take is part of the
/// expected outcome.
struct HostilePictureTimingTests {
  let home = UserHome()

  @Test func `every hostile file has the outcome that it should, in bounded time`() async throws {
    let files = try TestData.decode([HostilePicture].self, expected: "hostile.yaml")
    #expect(files.count > 50)
    let process = try home.start(
      "ocr-scan", ["--json", "--no-history"] + files.map { TestData.folder.appending($0.file).string })
    let run = try await process.ended()
    let reports = try run.reports
    try #require(reports.count == files.count)
    for (file, report) in zip(files, reports) {
      let outcome = report.error?.code.rawValue ?? "ok"
      #expect(outcome == file.expected, "\(file.file): \(file.why)")
      // A picture that could not be examined is never called safe.
      // Nor one of which only a part was looked at.
      let isAnimation = report.evidence.contains { $0.rule == "picture.animation" }
      #expect(isAnimation == (file.file == "images/hostile/apng.png"), "\(file.file)")
      #expect((report.riskLevel == .low) == (file.expected == "ok" && !isAnimation), "\(file.file)")
      #expect(try #require(report.timings.total) < 10_000, "\(file.file)")
    }
    #expect(run.status == 65)
    #expect(run.time < .seconds(100))
    try await eventually { process.children.isEmpty }
  }
}
