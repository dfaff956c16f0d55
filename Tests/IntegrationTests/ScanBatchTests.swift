import ScanModel
import SystemPackage
import TestSupport
import Testing

/// Several inputs, and places that cannot be written or read.
@Suite(.serialized) struct ScanBatchTests {
  let home = UserHome()

  @Test func `all inputs are tried and the first failure wins over what was found`() async throws {
    let run = try await home.scan(
      "--json", TestData.scam.string, "nowhere.png", TestData.noPicture.string, TestData.clean.string)
    #expect(run.status == 66)
    let reports = try run.reports
    #expect(reports.map(\.riskLevel) == [.high, .unknown, .unknown, .low])
    #expect(reports.map(\.error?.code) == [nil, .notFound, .unsupportedFormat, nil])
    #expect(run.diagnostics.contains("nowhere.png does not exist"))
    #expect(run.diagnostics.hasSuffix("2 scanned, 2 failed: nowhere.png, \(TestData.noPicture).\n"))
  }

  @Test func `a report that was not stored counts as scanned`() async throws {
    // A file is where the folder of the history should be.
    Files.makeFolder(home.dataFolder.removingLastComponent())
    Files.write(home.dataFolder, [])
    let run = try await home.scan(TestData.clean.string, TestData.clean.string, "/nothing.png")
    #expect(run.status == 74 && run.diagnostics.contains("2 scanned, 1 failed: /nothing.png."), "\(run.diagnostics)")
    let stored = try await home.scan(TestData.clean.string, TestData.clean.string)
    #expect(stored.status == 74 && !stored.diagnostics.contains("failed"), "\(stored.diagnostics)")
  }

  @Test func `many jobs print the reports in the order of the inputs`() async throws {
    let names = (0..<6).map { "picture-\($0).png" }
    for (index, name) in names.enumerated() { home.add(index == 0 ? TestData.scam : TestData.clean, as: name) }
    let paths = names.map { home.screenshots.appending($0).string }
    let run = try await home.start("ocr-scan", ["--json", "--jobs", "4"] + paths).ended()
    #expect(try run.reports.compactMap(\.path) == paths)
  }

  @Test func `settings that are not understood are all named with file, line and key`() async throws {
    home.configure("languages: 7\nalert_level: loud\nscan_timeout: soon\nsurprise: 1\n")
    let run = try await home.scan(TestData.clean.string)
    #expect(run.status == 78)
    #expect(run.output == "")
    #expect(run.diagnostics.hasPrefix("Settings Not Understood: "))
    #expect(run.diagnostics.contains(home.settingsFile.string))
    for problem in [
      "line 1: \"languages\" must be", "line 2: \"alert_level\" must be medium or high",
      // The environment overrides this setting, but the mistake in the file is still reported.
      "line 3: \"scan_timeout\" must be", "line 4: there is no setting \"surprise\"",
    ] { #expect(run.diagnostics.contains(problem)) }
  }

  @Test func `a setting in the environment that is not understood is named`() async throws {
    let run = try await home.scan(TestData.clean.string, adding: ["OCR_SCAN_WORKERS": "many"])
    #expect(run.status == 78)
    #expect(run.diagnostics.contains("OCR_SCAN_WORKERS"))
  }

  @Test func `a history folder that others may write ends with 74 after the verdict`() async throws {
    Files.makeFolder(home.folder("data"))
    Files.makeFolder(home.dataFolder)
    Files.setMode(home.dataFolder, 0o777)
    let run = try await home.scan("--json", TestData.scam.string, TestData.clean.string)
    #expect(run.status == 74)
    #expect(try run.reports.map(\.riskLevel) == [.high, .low])
    // Reported once, not once per picture.
    #expect(run.diagnostics.components(of: "History: ") == 1)
  }

  @Test func `a history folder that cannot be made ends with 74 after the verdict`() async throws {
    Files.write(home.folder("data"))
    let run = try await home.scan(TestData.scam.string)
    #expect(run.status == 74)
    #expect(run.output.contains("⚠ Likely Scam Detected"))
    #expect(run.diagnostics.contains("History: "))
  }

  @Test func `without history nothing is written to it`() async throws {
    let run = try await home.scan("--no-history", TestData.clean.string)
    #expect(run.status == 0)
    #expect(Files.mode(home.dataFolder) == nil)
  }

  @Test func `what is written belongs to the user alone, whatever the umask`() async throws {
    let run = try await home.shell("umask 000; $SCAN '\(TestData.clean)'")
    #expect(run.status == 0)
    #expect(Files.mode(home.dataFolder) == 0o700)
    #expect(Files.mode(home.stateFolder) == 0o700)
    #expect(Files.mode(home.dataFolder.appending("history.sqlite")) == 0o600)
    #expect(Files.mode(home.stateFolder.appending("events.jsonl")) == 0o600)
  }

  @Test func `output that cannot be written ends with 73`() async throws {
    let full = try await home.scan(TestData.clean.string, output: "/dev/full")
    #expect(full.status == 73)
    #expect(full.diagnostics.contains("No space left on device"))
    let closed = try await home.shell("$SCAN '\(TestData.clean)' >&-")
    #expect(closed.status == 73)
  }

  @Test func `a reader that goes away ends the program quietly`() async throws {
    for index in 0..<4 { home.add(TestData.clean, as: "\(index).png") }
    let run = try await home.shell("$SCAN --json '\(home.screenshots)' | head -1")
    #expect(try run.reports.count == 1)
    #expect(run.diagnostics == "")
  }
}

extension String {
  /// How often a text occurs.
  func components(of text: String) -> Int { ranges(of: text).count }
}
