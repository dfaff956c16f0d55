import Foundation
import ScanModel
import SystemPackage
import TestSupport
import Testing

/// Reading in steps: the prepared picture, then the plain one; the report names the step.
@Suite(.serialized) struct ReadingStepTests {
  /// One worker per picture, so that workers can be counted.
  let home = UserHome(UserHome.patience.merging(["OCR_SCAN_WORKERS": "1"]) { $1 })

  /// The text that the misbehaving worker reads in the plain picture.
  private static let plainText = "Your account is locked."

  @Test(arguments: ["crash_prepared", "fail_prepared", "unreadable"])
  func `a picture whose preparation fails is read as it is, and the report says so`(mode: String) async throws {
    let bin = try await home.installPrograms(worker: BuiltProgram.path("misbehaving-worker"))
    let run = try await home.shell("\(bin)/ocr-scan --json --lang \(mode) '\(TestData.clean)'")
    let report = try #require(try run.reports.first)
    #expect(try run.reports.count == 1)
    #expect(report.text == Self.plainText && report.error == nil)
    #expect(report.ocr?.picture == .plain && report.ocr?.partial == false)
    #expect(report.requiresReview)
    // Three tries if the worker died, one if it reported that it could not read.
    let tries = mode == "crash_prepared" ? 3 : 1
    #expect(workersStarted == tries + 1)
    let people = try await home.shell("\(bin)/ocr-scan --lang \(mode) '\(TestData.clean)'")
    #expect(people.output.contains("It could only be read in a simpler way, so words may be missing."))
    #expect(try await home.scan("history", "show", report.id).output.contains("4 words, read in a simpler way"))
  }

  @Test func `what the watcher sets aside for its crashes is read as it is by hand`() async throws {
    let bin = try await home.installPrograms(worker: BuiltProgram.path("misbehaving-worker"))
    let daemon = try await DaemonRun.ready(
      home, program: bin.appending("ocr-scand"), adding: ["OCR_SCAN_LANGUAGES": "crash_prepared"])
    let path = home.add(TestData.scam, as: "scam.png")
    #expect(try await daemon.reports(1).first?.error?.code == .quarantined)
    try await daemon.stop()
    let run = try await home.shell("\(bin)/ocr-scan --json --no-history --lang crash_prepared '\(path)'")
    let report = try #require(try run.reports.first)
    #expect(report.error == nil && report.ocr?.picture == .plain)
    #expect(try await home.scan("history", "export").reports.count == 1)
  }

  @Test func `a real worker reads a scam in the plain picture`() async throws {
    let worker = try home.workerThatDies(times: 3)
    let bin = try await home.installPrograms(worker: worker)
    let run = try await home.shell("\(bin)/ocr-scan --json '\(TestData.scam)'")
    let report = try #require(try run.reports.first)
    #expect(report.ocr?.picture == .plain)
    #expect(report.text?.contains("Click here") == true, "\(report.text ?? "")")
    #expect(report.riskLevel == .high || report.riskLevel == .medium)
    #expect(run.status == 1)
  }

  @Test func `the newest screenshot is tried again when its worker has died, and read as well as ever`() async throws {
    let worker = try home.workerThatDies(times: 2)
    let bin = try await home.installPrograms(worker: worker)
    home.add(TestData.clean, as: "shot.png")
    let run = try await home.shell("\(bin)/ocr-scan latest --json")
    let report = try #require(try run.reports.first)
    #expect(report.text == TestData.sentence)
    #expect(report.ocr?.picture == .prepared && report.error == nil)
    #expect(run.status == 0)
    // Pauses of 0.2 s and 0.4 s, each shortened by at most a quarter.
    #expect(try #require(report.timings.total) >= 450)
  }

  @Test func `trying again ends with the time that is allowed`() async throws {
    let bin = try await home.installPrograms(worker: BuiltProgram.path("misbehaving-worker"))
    home.add(TestData.clean, as: "shot.png")
    // Half a second is the smallest setting: there is no time for a second pause.
    let run = try await home.shell("\(bin)/ocr-scan latest --json --lang crash --timeout 0.5")
    let report = try #require(try run.reports.first)
    #expect([.workerCrashed, .timedOut].contains(report.error?.code))
    #expect(workersStarted <= 3)
  }

  @Test func `an empty picture is read once`() async throws {
    let file = home.screenshots.appending("empty.png")
    Files.write(file, ImageFile.grey(width: 800, height: 600) { _, _ in 200 })
    let run = try await home.scan("--json", file.string)
    #expect(try run.reports.first?.error?.code == .noTextFound)
    #expect(try run.reports.first?.ocr?.picture == nil)
    #expect(workersStarted == 1)
  }

  private var workersStarted: Int {
    home.read(home.stateFolder.appending("events.jsonl")).components(of: "\"worker_started\"")
  }
}
