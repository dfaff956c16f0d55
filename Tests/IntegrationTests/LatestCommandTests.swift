import Foundation
import ScanModel
import SystemPackage
import TestSupport
import Testing

/// `ocr-scan latest`, as a desktop key runs it.
@Suite(.serialized) struct LatestCommandTests {
  /// Without debouncing, because a test makes several requests in a row.
  let home = UserHome(UserHome.patience.merging(["OCR_SCAN_DEBOUNCE": "0"]) { $1 })

  private func age(_ path: FilePath, seconds: Int) async throws {
    #expect(try await home.shell("touch -d '\(seconds) seconds ago' '\(path)'").status == 0)
  }

  @Test func `the newest screenshot is scanned, and marked as automatic`() async throws {
    try await age(home.add(TestData.clean, as: "old.png"), seconds: 30)
    home.add(TestData.scam, as: "new.png")
    let run = try await home.scan("latest")
    #expect(run.status == 1)
    #expect(run.output.hasPrefix("new.png: high risk"))
    #expect(run.output.contains("⚠ Likely Scam Detected - Stay Alert"))
    #expect(run.diagnostics == "")
    #expect(try await home.scan("history", "list").output.contains("⚡ Auto-scanned"))
    Files.unlink(home.screenshots.appending("new.png"))
    let clean = try await home.scan("latest")
    #expect(clean.status == 0)
    #expect(clean.output.hasPrefix("○ Scanned old.png: nothing found ("))
    #expect(clean.output.hasSuffix(" s), but I cannot see everything\n"))
  }

  @Test func `every step leaves its event, in order`() async throws {
    home.add(TestData.clean, as: "shot.png")
    #expect(try await home.scan("latest").status == 0)
    let events = try home.events().filter { ($0["event"] as? String)?.hasPrefix("worker") == false }
    #expect(
      events.compactMap { $0["event"] as? String } == [
        "started", "permission_check", "fetch_started", "fetch_succeeded", "conversion_started", "conversion_succeeded",
        "ocr_triggered", "complete",
      ])
    #expect(events.first?["trigger"] as? String == "latest")
    #expect(events[1]["status"] as? String == "authorized")
    #expect(events[6]["source"] as? String == "auto")
    #expect(events.last?["success"] as? Bool == true && (events.last?["duration_ms"] as? Int ?? 0) > 0)
    #expect(Set(events.compactMap { $0["scan_id"] as? String }).count == 1)
    let text = home.read(home.stateFolder.appending("events.jsonl"))
    #expect(!text.contains("umbrellas") && !text.contains("shot.png"))
  }

  @Test func `file names and places in the source are noted only for who asks for them`() async throws {
    home.add(TestData.noPicture, as: "shot.png")
    try await age(home.screenshots.appending("shot.png"), seconds: 7_200)
    #expect(try await home.scan("latest", adding: ["OCR_SCAN_LOG_LEVEL": "debug"]).status == 66)
    let event = try #require(try home.events().first { $0["event"] as? String == "fetch_failed" })
    #expect(event["file"] as? String == "shot.png")
    #expect((event["at"] as? String)?.hasPrefix("Pipeline/AutomaticScan.swift:") == true)
    #expect(try await home.scan("latest", adding: ["OCR_SCAN_LOG_LEVEL": "chatty"]).status == 78)
  }

  @Test func `only screenshots count among other pictures`() async throws {
    let pictures = home.folder("Photos")
    Files.makeFolder(pictures)
    home.configure("directories: [\(pictures)]\n")
    let named = pictures.appending("Bildschirmfoto vom 2024-05-06 07-08-09.png")
    Files.write(named, Files.contents(TestData.clean))
    try await age(named, seconds: 30)
    Files.write(pictures.appending("cat.png"), Files.contents(TestData.scam))
    #expect(try await home.scan("latest", "--json").reports.first?.path == named.string)
    // A picture whose tool has written its name into it.
    let bytes = Files.contents(TestData.scam)
    let text: [UInt8] = Array("tEXtSoftware\0gnome-screenshot".utf8)
    let chunk = [0, 0, 0, UInt8(text.count - 4)] + text + [0, 0, 0, 0]
    Files.write(pictures.appending("dog.png"), Array(bytes[..<33]) + chunk + Array(bytes[33...]))
    let run = try await home.scan("latest", "--json")
    #expect(try run.reports.first?.path == pictures.appending("dog.png").string)
    #expect(run.status == 1)
  }

  @Test func `an older screenshot is taken if that is asked for`() async throws {
    try await age(home.add(TestData.clean, as: "shot.png"), seconds: 7_205)
    // An empty value counts as unset: the program's default applies.
    let run = try await home.scan("latest", adding: ["OCR_SCAN_MAX_AGE": ""])
    #expect(run.status == 66)
    #expect(run.diagnostics.contains("The newest screenshot, shot.png, is 2 h old; the limit is 60 s."))
    #expect(try await home.scan("latest", "--max-age", "86400").status == 0)
    #expect(try await home.scan("latest", adding: ["OCR_SCAN_MAX_AGE": "1440 min"]).status == 0)
    #expect(try await home.scan("latest", "--max-age", "0").status == 64)
  }

  @Test func `JSON tells of a failure, too`() async throws {
    let run = try await home.scan("latest", "--json")
    #expect(run.status == 66)
    let report = try #require(run.reports.first)
    #expect(report.error?.code == .notFound && report.source == .auto && report.riskLevel == .unknown)
    #expect(report.path == nil)
    #expect(JSONText.keys(try #require(run.lines.first)) == ScanOutputTests.keys)
    // A request that found nothing adds no entry.
    #expect(Files.mode(home.dataFolder) == nil)
  }

  @Test func `ten requests at once are one scan`() async throws {
    home.add(TestData.clean, as: "shot.png")
    // Long enough for a machine that runs ten programs at once.
    let runs = try (0..<10).map { _ in
      try home.start("ocr-scan", ["latest", "--json"], adding: ["OCR_SCAN_DEBOUNCE": "60"])
    }
    var reports: [ScanReport] = []
    var statuses: [Int32?] = []
    for run in runs {
      let ended = try await run.ended()
      statuses.append(ended.status)
      reports += try ended.reports
    }
    #expect(reports.filter { $0.error == nil && $0.riskLevel == .low }.count == 1)
    #expect(reports.filter { [.debounced, .scanInProgress].contains($0.error?.code) }.count == 9)
    #expect(statuses.filter { $0 == 0 }.count == 1 && statuses.filter { $0 == 75 }.count == 9)
    #expect(try await home.scan("history", "list").lines.count == 1)
    let names = try home.events().compactMap { $0["event"] as? String }
    #expect(names.filter { ["debounced", "already_running"].contains($0) }.count == 9)
    #expect(names.filter { $0 == "fetch_started" }.count == 1)
    #expect(names.filter { $0 == "complete" }.count == 10)
  }

  @Test func `a request of another boot does not count, nor a file that nobody understands`() async throws {
    home.add(TestData.clean, as: "shot.png")
    #expect(try await home.scan("latest").status == 0)
    let file = home.runtimeFolder.appending("automatic-scan.time")
    #expect(Files.mode(home.runtimeFolder) == 0o700 && Files.mode(file) == 0o600)
    for text in ["another-boot 1\n", "nonsense", ""] {
      Files.write(file, Array(text.utf8))
      #expect(try await home.scan("latest", adding: ["OCR_SCAN_DEBOUNCE": "60"]).status == 0)
    }
    #expect(try await home.scan("latest", adding: ["OCR_SCAN_DEBOUNCE": "60"]).status == 75)
  }

  @Test func `a runtime folder of somebody else is replaced by one of our own`() async throws {
    home.add(TestData.clean, as: "shot.png")
    Files.setMode(home.folder("runtime"), 0o777)
    Files.makeFolder(home.runtimeFolder)
    Files.setMode(home.runtimeFolder, 0o777)
    #expect(try await home.scan("latest").status == 0)
    #expect(Files.mode(home.stateFolder.appending("runtime/automatic-scan.lock")) == 0o600)
    #expect(try await home.scan("latest", adding: ["OCR_SCAN_DEBOUNCE": "60"]).status == 75)
  }

  @Test func `a folder that does not answer costs no more than the time that is allowed`() async throws {
    home.add(TestData.clean, as: "shot.png")
    // Simulates a lost network drive: listing takes ten seconds. (strace itself waits for all of them.)
    let delay =
      "strace -f -qq -o trace -P '\(home.screenshots)' -e trace=getdents64 -e inject=getdents64:delay_enter=10000000"
    let run = try await home.shell("\(delay) $SCAN latest --timeout 1")
    #expect(run.status == 75)
    #expect(run.diagnostics.contains("Looking into the screenshots folder took longer than 1 s."))
    let end = try #require(try home.events().first { $0["event"] as? String == "complete" })
    #expect((1_000..<9_000).contains(try #require(end["duration_ms"] as? Int)))
  }

  @Test func `a screenshot that is a link is not followed`() async throws {
    Files.symlink(TestData.scam, at: home.screenshots.appending("Screenshot_1.png"))
    #expect(try await home.scan("latest").status == 66)
  }
}

extension UserHome {
  /// The event log, one dictionary per line.
  func events() throws -> [[String: Any]] {
    try read(stateFolder.appending("events.jsonl")).split(separator: "\n").map { line in
      try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] ?? [:]
    }
  }
  /// Runs a statement on the history, as another program does.
  /// - Returns: The first value that it gives; empty if it gives none.
  func history(_ statement: String) async throws -> String {
    let program = """
      import sqlite3, sys
      row = sqlite3.connect(sys.argv[1], timeout=20, isolation_level=None).execute(sys.argv[2]).fetchone()
      print(row[0] if row else "")
      """
    let file = dataFolder.appending("history.sqlite").string
    let run = try await ProgramRun(
      "/usr/bin/python3", ["-c", program, file, statement].map { Array($0.utf8) }, environment: environment,
      in: folder.path
    ).ended()
    #expect(run.status == 0, "\(run.diagnostics)")
    return run.lines.first ?? ""
  }
}
