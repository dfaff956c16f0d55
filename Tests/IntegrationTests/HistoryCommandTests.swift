import LinuxSystem
import ScanModel
import SystemPackage
import TestSupport
import Testing

/// `ocr-scan history` on a history filled by real scans.
@Suite(.serialized) struct HistoryCommandTests {
  let home = UserHome()

  private func scanTwo() async throws {
    let run = try await home.scan(TestData.clean.string, TestData.scam.string)
    try #require(run.status == 1)
  }

  @Test func `an empty history is no failure`() async throws {
    for arguments in [["list"], ["export"], ["export", "--csv"], ["clear"], ["list", "--json"]] {
      #expect(try await home.start("ocr-scan", ["history"] + arguments).ended().status == 0)
    }
    #expect(try await home.scan("history", "show", "1").status == 66)
    #expect(Files.mode(home.dataFolder) == nil)
  }

  @Test func `an entry that a terminal has no room for takes two lines`() async throws {
    try await scanTwo()
    let narrow = try home.terminal("history", "list", "--color", "never", columns: 70)
    #expect(try await narrow.ended() == 0)
    let lines = narrow.output.split(whereSeparator: \.isNewline)
    #expect(lines.count == 4)
    #expect(lines.allSatisfy { $0.count <= 70 }, "\(lines)")
    for second in [1, 3] where lines.count > second { #expect(lines[second].hasPrefix("      ")) }
    let wide = try home.terminal("history", "list", "--color", "never", columns: 200)
    #expect(try await wide.ended() == 0)
    #expect(wide.output.split(whereSeparator: \.isNewline).count == 2)
  }

  @Test func `entries are listed newest first and can be narrowed down`() async throws {
    try await scanTwo()
    let all = try await home.scan("history", "list")
    #expect(all.lines.count == 2)
    #expect(all.lines.first?.contains("high risk") == true)
    #expect(all.lines.last?.contains("○ nothing found") == true)
    #expect(all.output.contains("✋ Manual"))
    #expect(try await home.scan("history", "list", "--limit", "1").lines.count == 1)
    #expect(try await home.scan("history", "list", "--risk", "low").lines.count == 1)
    #expect(try await home.scan("history", "list", "--source", "auto").lines.isEmpty)
    #expect(try await home.scan("history", "list", "--to-review").lines.count == 1)
    #expect(try await home.scan("history").lines.count == 2)
  }

  @Test func `commands that scan leave the history in one file`() async throws {
    func log() -> Bool { Files.mode(home.dataFolder.appending("history.sqlite-wal")) != nil }
    try await scanTwo()
    #expect(!log())
    // Now there is a history to be asked first.
    for arguments in [[TestData.scam.string], ["--retry", TestData.clean.string], ["latest"]] {
      if arguments == ["latest"] { Files.write(home.screenshots.appending("new.png"), Files.contents(TestData.scam)) }
      let run = try await home.start("ocr-scan", arguments).ended()
      #expect([0, 1].contains(run.status) && !log(), "\(arguments): \(run.diagnostics)")
    }
  }

  @Test func `a history that may not be written can be listed`() async throws {
    try await scanTwo()
    Files.setMode(home.dataFolder, 0o500)
    let listed = try await home.shellAsOrdinaryUser("\"$SCAN\" history list")
    #expect(listed.status == 0 && listed.lines.count == 2, "\(listed.diagnostics)")
    let deleted = try await home.shellAsOrdinaryUser("\"$SCAN\" history delete 1")
    #expect(deleted.status == 74)
    let checked = try await home.shellAsOrdinaryUser("\"$SCAN\" doctor")
    #expect(checked.output.contains("✗ History"), "\(checked.output)")
    Files.setMode(home.dataFolder, 0o700)
  }

  @Test func `a damaged history is repaired, and its file kept until everything is deleted`() async throws {
    func damage() {
      Files.write(home.dataFolder.appending("history.sqlite"), Array(repeating: 0x5A, count: 8192))
    }
    func keptFiles() async throws -> Int {
      try await home.shell("ls '\(home.dataFolder)'").lines.count {
        $0.hasPrefix("history.corrupt-") && $0.hasSuffix("Z")
      }
    }
    try await scanTwo()
    #expect(try await home.scan("history", "repair").output.contains("not damaged"))
    damage()
    let listed = try await home.scan("history", "list")
    #expect(listed.status == 74 && listed.diagnostics.contains("ocr-scan history repair"))
    let repaired = try await home.scan("history", "repair")
    #expect(repaired.status == 0 && repaired.diagnostics.contains("history.corrupt-"), "\(repaired.diagnostics)")
    #expect(try await home.scan("history", "list").status == 0)
    #expect(try await keptFiles() == 1)
    damage()
    #expect(try await home.scan("history", "clear", "--yes").status == 0)
    #expect(try await home.scan(TestData.clean.string).status == 0)
    #expect(try await home.scan("history", "list").lines.count == 1)
    #expect(try await keptFiles() == 0)
  }

  @Test func `a damaged history that cannot be set aside stays, and why is said`() async throws {
    let damaged = [UInt8](repeating: 0x5A, count: 8192)
    try await scanTwo()
    Files.write(home.dataFolder.appending("history.sqlite"), damaged)
    let run = try await home.shell(
      "strace -f -qq -o trace -e trace=linkat -e inject=linkat:error=ENOSPC \"$SCAN\" history clear --yes")
    #expect(run.status == 74 && run.diagnostics.contains("cannot be set aside"), "\(run.diagnostics)")
    #expect(Files.contents(home.dataFolder.appending("history.sqlite")) == damaged)
  }

  @Test func `a damaged history that cannot be read now is not deleted`() async throws {
    try await scanTwo()
    let name = "history.corrupt-20260101T000000.000Z"
    let copy = try await home.shell("cp '\(home.dataFolder)/history.sqlite' '\(home.dataFolder)/\(name)'")
    #expect(copy.status == 0)
    Files.write(home.dataFolder.appending("history.unsalvaged"), Array("\(name)\n".utf8))
    let run = try await home.shell(
      """
      /usr/bin/python3 -c 'import sqlite3, subprocess, sys
      kept = sqlite3.connect(sys.argv[1], isolation_level=None)
      kept.execute("PRAGMA journal_mode = DELETE")
      kept.execute("BEGIN EXCLUSIVE")
      sys.exit(subprocess.call(sys.argv[2:]))' '\(home.dataFolder.appending(name))' "$SCAN" history clear --yes
      """)
    #expect(run.status == 0 && run.diagnostics.contains(name), "\(run.diagnostics)")
    #expect(home.dataFolder.appending(name).fileKind == .regular)
    #expect(try await home.scan("history", "clear", "--yes").status == 0)
    #expect(home.dataFolder.appending(name).fileKind == nil)
  }

  @Test func `an entry is shown by its number and by its identifier`() async throws {
    try await scanTwo()
    let reports = try await home.scan("history", "list", "--json").reports
    let scam = try #require(reports.first)
    let shown = try await home.scan("history", "show", "2")
    #expect(shown.status == 0)
    #expect(shown.output.contains(scam.id) && shown.output.contains("high risk"))
    #expect(try await home.scan("history", "show", String(scam.id.prefix(8))).output == shown.output)
    #expect(try await home.scan("history", "show", "--json", "2").reports.first?.id == scam.id)
    let missing = try await home.scan("history", "show", "99")
    #expect(missing.status == 66)
    #expect(missing.diagnostics.contains("Couldn't Find This Entry"))
  }

  @Test func `deleting takes all or nothing, and clearing asks first`() async throws {
    try await scanTwo()
    #expect(try await home.scan("history", "delete", "1", "99").status == 66)
    #expect(try await home.scan("history", "list").lines.count == 2)
    #expect(try await home.scan("history", "delete", "1").status == 0)
    #expect(try await home.scan("history", "list").lines.count == 1)
    let asked = try await home.scan("history", "clear")
    #expect(asked.status == 64)
    #expect(asked.diagnostics.contains("--yes"))
    #expect(try await home.scan("history", "list").lines.count == 1)
    #expect(try await home.scan("history", "clear", "--yes").status == 0)
    #expect(try await home.scan("history", "list").lines.isEmpty)
  }

  @Test func `that another program keeps deleted words on the disk is told`() async throws {
    try await scanTwo()
    #expect(try await home.scan("history", "verify", "1", "--scam").status == 0)
    for arguments in ["history delete 1", "rules forget --all"] {
      // A reader that began before the deletion.
      let run = try await home.shell(
        """
        /usr/bin/python3 -c 'import sqlite3, subprocess, sys
        history = sqlite3.connect(sys.argv[1], isolation_level=None)
        history.execute("BEGIN")
        history.execute("SELECT count(*) FROM entry").fetchone()
        sys.exit(subprocess.call(sys.argv[2:]))' '\(home.dataFolder.appending("history.sqlite"))' "$SCAN" \(arguments)
        """)
      #expect(run.status == 0, "\(arguments)")
      #expect(run.diagnostics.contains("Traces stay on the disk"), "\(arguments): \(run.diagnostics)")
    }
  }

  @Test func `nothing of a cleared text stays on the disk`() async throws {
    try await scanTwo()
    let words = "umbrellas"
    func isOnDisk() async throws -> Bool { try await home.shell("grep -rqa \(words) data state").status == 0 }
    #expect(try await isOnDisk())
    #expect(try await home.scan("history", "clear", "--yes").status == 0)
    #expect(try await !isOnDisk())
  }

  @Test(arguments: [("none", false), ("redacted", true), ("full", true)])
  func `the text is kept as the settings say`(stored: String, isKept: Bool) async throws {
    home.configure("store_text: \(stored)\n")
    let scan = try await home.scan("--json", TestData.scam.string)
    #expect(try scan.reports.first?.text?.contains("infected") == true)
    let report = try #require(try await home.scan("history", "export").reports.first)
    #expect((report.text?.contains("infected") ?? false) == isKept)
    #expect(report.evidence.contains { !$0.excerpt.isEmpty } == isKept)
  }

  @Test func `the export holds every report, oldest first, with what the user said of it`() async throws {
    try await scanTwo()
    let export = try await home.scan("history", "export", "--json")
    #expect(try export.reports.map(\.riskLevel) == [.low, .high])
    for line in export.lines {
      #expect(JSONText.keys(line) == (ScanOutputTests.keys + ["verified"]).sorted())
      #expect(line.contains("\"verified\":null"))
    }
    #expect(try await home.scan("history", "list", "--json").lines.sorted() == export.lines.sorted())
  }

  @Test func `the table has its columns and a row for each entry`() async throws {
    let name = home.add(TestData.clean, as: "=cmd, \"x\".png")
    #expect(try await home.scan(name.string, TestData.noPicture.string).status == 65)
    let export = try await home.scan("history", "export", "--csv")
    let rows = export.output.split(separator: "\r\n").map(String.init)
    #expect(
      rows.first == "id,scanned_at,captured_at,source,path,risk_level,confidence,scam_probability,category,explanation,"
        + "verified,error_code")
    #expect(rows.count == 3)
    #expect(rows[1].contains(",manual,\"\(home.screenshots)/=cmd, \"\"x\"\".png\",low,"))
    #expect(rows[2].hasSuffix(",unsupported_format"))
  }
}
