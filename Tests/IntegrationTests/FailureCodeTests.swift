import Foundation
import Glibc
import ScanModel
import SystemPackage
import TestSupport
import Testing

/// Every failure a user can meet, provoked from outside, with everything it must tell: title, message, remedy,
/// severity, exit status, the event, and the entry in the list of failures. `quarantined` is provoked in
/// `WatchRestartTimingTests`, `watch_limit_reached` in `WatchLimitTests`.
@Suite(.serialized) struct FailureCodeTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var code: ScanFailure.Code
    /// As documented; not taken from the program.
    var title: String
    var status: Int32
    var severity: FailureSeverity
    /// Parts of the message and of the remedy.
    var message: String
    var remedy: String
    /// The event that carries the code or stands for it; nil if no scan began.
    var event: String?
    var provoke: @Sendable (UserHome) async throws -> ProgramRun.Ended

    var testDescription: String { code.rawValue }
  }

  static func scan(_ arguments: String...) -> @Sendable (UserHome) async throws -> ProgramRun.Ended {
    { home in try await home.start("ocr-scan", arguments).ended() }
  }

  /// Runs `ocr-scan` beside a worker that misbehaves in one way.
  static func misbehaving(_ mode: String) -> @Sendable (UserHome) async throws -> ProgramRun.Ended {
    { home in
      let programs = BuiltProgram.folder
      return try await home.shell(
        """
        mkdir bin && cp --reflink=auto "$SCAN" bin/ocr-scan && cp \(programs)/misbehaving-worker bin/ocr-scan-worker &&
        ln -s \(programs)/ocr-scan_RiskData.resources bin/ && bin/ocr-scan --json --lang \(mode) '\(TestData.clean)'
        """)
    }
  }

  static let cases: [Case] =
    accessCases + automaticCases + pictureCases + recognitionCases + storageCases + otherCases

  private static let accessCases = [
    Case(
      code: .permissionDenied, title: "Screenshots Access Required", status: 77, severity: .high,
      message: "Screenshots cannot be read", remedy: "chmod u+rX ", event: "permission_check"
    ) { home in
      Files.setMode(home.screenshots, 0)
      return try await home.shellAsOrdinaryUser("\"$SCAN\" latest")
    },
    Case(
      code: .limitedAccess, title: "Limited Screenshots Access", status: 77, severity: .medium,
      message: "shot.png cannot be read", remedy: "chmod u+rX ", event: "fetch_failed"
    ) { home in
      Files.setMode(home.add(TestData.clean, as: "shot.png"), 0)
      return try await home.shellAsOrdinaryUser("\"$SCAN\" latest")
    },
    Case(
      code: .folderNotFound, title: "No Screenshots Folder", status: 69, severity: .high,
      message: "No screenshots folder is set", remedy: "ocr-scan settings set directories DIR",
      event: "permission_check"
    ) { home in
      Files.remove(home.screenshots)
      return try await home.scan("latest")
    },
    Case(
      code: .notFound, title: "Screenshot Not Found", status: 66, severity: .low,
      message: "Screenshots holds no screenshot", remedy: "Take a screenshot first", event: "fetch_failed",
      provoke: scan("latest")),
    Case(
      code: .deletedBeforeScan, title: "Screenshot Was Deleted", status: 66, severity: .low,
      message: "shot.png was deleted before it could be read", remedy: "Take the screenshot again",
      event: "fetch_failed", provoke: deletedMeanwhile),
  ]

  /// The first call that opens the screenshot is delayed until the file is deleted; it has been listed by then.
  @Sendable private static func deletedMeanwhile(_ home: UserHome) async throws -> ProgramRun.Ended {
    let file = home.add(TestData.clean, as: "shot.png")
    let delay = "strace -f -qq -o trace -P '\(file)' -e trace=openat -e inject=openat:delay_enter=8000000:when=1"
    let scan = try BuiltProgram.path("ocr-scan").string
    let run = try ProgramRun(
      "/bin/sh", ["-c", "\(delay) \(scan) latest"].map { Array($0.utf8) }, environment: home.environment,
      in: home.folder.path)
    try await eventually(within: .seconds(60)) { home.read(home.folder("trace")).contains("openat(") }
    Files.unlink(file)
    return try await run.ended()
  }

  private static let automaticCases = [
    Case(
      code: .tooOld, title: "Screenshot Too Old", status: 66, severity: .low,
      message: "shot.png, is 2 h old; the limit is 30 min", remedy: "ocr-scan latest --max-age 3600",
      event: "fetch_failed"
    ) { home in
      home.add(TestData.clean, as: "shot.png")
      return try await home.shell("touch -d '121 minutes ago' Screenshots/shot.png && \"$SCAN\" latest")
    },
    Case(
      code: .debounced, title: "Scan Already Requested", status: 75, severity: .low,
      message: "requested less than 60 s ago", remedy: "Wait a moment", event: "debounced"
    ) { home in
      home.add(TestData.clean, as: "shot.png")
      _ = try await home.scan("latest")
      return try await home.scan("latest", adding: ["OCR_SCAN_DEBOUNCE": "60"])
    },
    Case(
      code: .scanInProgress, title: "Scan In Progress", status: 75, severity: .low,
      message: "Another automatic scan is running", remedy: "Wait a moment", event: "already_running"
    ) { home in
      Files.write(
        home.screenshots.appending("shot.png"), ImageFile.scribble(width: 3840, height: 2160, seed: 1))
      let first = try home.start("ocr-scan", ["latest"])
      try await eventually { try home.events().contains { $0["event"] as? String == "conversion_started" } }
      defer { first.send(SIGKILL) }
      return try await home.scan("latest", adding: ["OCR_SCAN_DEBOUNCE": "0"])
    },
    Case(
      code: .autoScanDisabled, title: "Automatic Scanning Is Off", status: 69, severity: .low,
      message: "switched off in the settings", remedy: "ocr-scan settings set automatic_scanning true",
      event: "setting_disabled"
    ) { home in
      home.configure("automatic_scanning: false\n")
      return try await home.scan("latest")
    },
  ]

  private static let pictureCases = [
    Case(
      code: .timedOut, title: "Scan Timed Out", status: 75, severity: .medium, message: "took longer than 0.3 s",
      remedy: "crop the screenshot", event: "complete"
    ) { home in
      let file = home.screenshots.appending("shot.png")
      Files.write(file, ImageFile.scribble(width: 3840, height: 2160, seed: 1))
      return try await home.scan("--json", "--timeout", "0.3", file.string)
    },
    Case(
      code: .unsupportedFormat, title: "Can't Read This Image", status: 65, severity: .medium,
      message: "is of a kind that cannot be scanned: it is a text",
      remedy: "take a screenshot of what it shows", event: "conversion_failed",
      provoke: scan("--json", TestData.noPicture.string)),
    Case(
      code: .truncated, title: "Can't Read This Image", status: 65, severity: .medium, message: "is incomplete",
      remedy: "Wait until it is saved", event: "conversion_failed", provoke: scan("--json", TestData.truncated.string)),
    Case(
      code: .corruptImage, title: "Can't Read This Image", status: 65, severity: .medium, message: "is damaged",
      remedy: "Take the screenshot again", event: "conversion_failed",
      provoke: scan("--json", TestData.corrupt.string)),
    Case(
      code: .imageTooLarge, title: "Can't Read This Image", status: 65, severity: .medium,
      message: "is too large to scan", remedy: "Crop it to the message", event: "conversion_failed",
      provoke: scan("--json", TestData.tooLarge.string)),
    Case(
      code: .noTextFound, title: "No Text Found", status: 0, severity: .low, message: "No text was found in ",
      remedy: "Take a sharper or larger screenshot", event: "complete",
      provoke: scan("--json", TestData.folder.appending("images/hostile/all-black.png").string)),
    Case(
      code: .lowConfidence, title: "Text Recognition Uncertain", status: 0, severity: .medium,
      message: "is hard to read, so the result may be wrong", remedy: "check the result yourself", event: "complete",
      // Russian text, read as English.
      provoke: scan(
        "--json", "--fail-on", "never", TestData.folder.appending("images/clean/clinic-sms-russian.png").string)),
  ]

  private static let recognitionCases = [
    Case(
      code: .unsupportedLanguage, title: "Language Not Installed", status: 69, severity: .high,
      message: "for xyz are not installed", remedy: "sudo apt install tesseract-ocr-xyz", event: "conversion_failed",
      provoke: scan("--json", "--lang", "xyz", TestData.clean.string)),
    Case(
      code: .recognitionFailed, title: "Text Recognition Failed", status: 70, severity: .medium,
      message: "could not be recognized", remedy: "Try again; if it happens again, check with: ocr-scan doctor",
      event: "conversion_failed",
      provoke: misbehaving("engine")),
    Case(
      code: .workerCrashed, title: "Text Recognition Failed", status: 70, severity: .medium,
      message: "ended unexpectedly", remedy: "Try again; if it happens again, check with: ocr-scan doctor",
      event: "conversion_failed",
      provoke: misbehaving("crash")),
    Case(
      code: .workerUnavailable, title: "Text Recognition Failed", status: 69, severity: .high,
      message: "could not be started", remedy: "ocr-scan doctor", event: nil
    ) { home in
      try await home.shell("mkdir bin && cp --reflink=auto \"$SCAN\" bin/ && bin/ocr-scan '\(TestData.clean)'")
    },
  ]

  @Test(arguments: cases) func `a failure tells what it is and what to do`(_ expected: Case) async throws {
    // An ordinary user's run would trip over files left by root, so each case has its own home.
    let home = UserHome()
    let run = try await expected.provoke(home)
    #expect(run.status == expected.status)
    let said = run.diagnostics + run.output
    if expected.code != .noTextFound {
      #expect(run.diagnostics.contains("\(expected.title): "), "\(said)")
      #expect(run.diagnostics.contains("\n  → "))
    }
    #expect(said.contains(expected.message), "\(said)")
    #expect(said.contains(expected.remedy), "\(said)")
    if expected.event != nil, let error = try? run.reports.first?.error {
      #expect(error.code == expected.code && error.severity == expected.severity)
      #expect(error.title.english == expected.title)
      #expect(!error.recoveryActions.isEmpty)
      #expect(error.requiresAcknowledgment == [.high, .critical].contains(expected.severity))
    }
    let kept = try await home.shellAsOrdinaryUser("\"$SCAN\" errors --json")
    #expect(kept.status == 0)
    let newest = try #require(kept.lines.first { $0.contains("\"code\":\"\(expected.code.rawValue)\"") }, "\(said)")
    #expect(newest.contains("\"severity\":\"\(expected.severity.rawValue)\""))
    #expect(!kept.output.contains("shot") && !kept.output.contains(".png"))
    if let event = expected.event {
      let found = try home.events().filter { $0["event"] as? String == event }
      #expect(!found.isEmpty)
      if event.hasSuffix("_failed"), event != "alert_failed" {
        #expect(found.last?["code"] as? String == expected.code.rawValue)
      }
    }
  }

  @Test func `every code is provoked here or where it is said`() {
    let elsewhere: Set<ScanFailure.Code> = [.quarantined, .watchLimitReached]
    #expect(Set(Self.cases.map(\.code)).union(elsewhere) == Set(ScanFailure.Code.allCases))
    #expect(Set(Self.cases.map(\.code)).isDisjoint(with: elsewhere))
  }

  @Test func `the state of access is noted with each request`() async throws {
    for (mode, file, state) in [(0o700, 0o600, "authorized"), (0o700, 0, "limited"), (0, 0o600, "denied")] {
      let home = UserHome()
      Files.setMode(home.add(TestData.clean, as: "shot.png"), mode_t(file))
      Files.setMode(home.screenshots, mode_t(mode))
      _ = try await home.shellAsOrdinaryUser("\"$SCAN\" latest --no-history")
      let check = try home.events().first { $0["event"] as? String == "permission_check" }
      #expect(check?["status"] as? String == state)
    }
    let home = UserHome()
    Files.remove(home.screenshots)
    _ = try await home.scan("latest")
    #expect(try home.events().contains { $0["status"] as? String == "not_determined" })
  }

  @Test func `access that was given is used at once`() async throws {
    let home = UserHome()
    home.add(TestData.clean, as: "shot.png")
    Files.setMode(home.screenshots, 0)
    #expect(try await home.shellAsOrdinaryUser("\"$SCAN\" latest").status == 77)
    // The command that was suggested.
    #expect(try await home.shellAsOrdinaryUser("chmod u+rX '\(home.screenshots)' && \"$SCAN\" latest").status == 0)
  }

  @Test func `a screenshot that may not be read does not hide one that may`() async throws {
    let home = UserHome()
    Files.setMode(home.add(TestData.clean, as: "locked.png"), 0)
    #expect(try await home.shell("touch -d '30 seconds ago' Screenshots/locked.png").status == 0)
    home.add(TestData.clean, as: "new.png")
    let run = try await home.shellAsOrdinaryUser("\"$SCAN\" latest")
    #expect(run.status == 0)
    #expect(run.output.contains("Scanned new.png"))
  }
}
