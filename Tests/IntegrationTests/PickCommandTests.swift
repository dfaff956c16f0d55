import Glibc
import ScanModel
import SystemPackage
import TestSupport
import Testing

/// Choosing a screenshot by hand, on real terminals.
@Suite(.serialized) struct PickCommandTests {
  let home = UserHome(["OCR_SCAN_SCAN_TIMEOUT": "60", "OCR_SCAN_DEBOUNCE": "0"])
  private static let list = "Choose a screenshot to scan"
  private static let restored = "\u{1B}[?25h\u{1B}[?1049l"

  /// Three screenshots, from newest to oldest: "new.png" (a minute old), "scam.png", "old.png".
  private func addThree() async throws {
    for (name, picture, minutes) in [
      ("new", TestData.clean, 1), ("scam", TestData.scam, 60), ("old", TestData.clean, 120),
    ] {
      let path = home.add(picture, as: "\(name).png")
      #expect(try await home.shell("touch -d '\(minutes) minutes ago' '\(path)'").status == 0)
    }
  }

  @Test func `the list is newest first with age, size and name, and Enter scans`() async throws {
    try await addThree()
    let terminal = try home.terminal("pick")
    try await terminal.waits(for: "old.png")
    let lines = terminal.output.split(whereSeparator: \.isNewline).filter { $0.contains(".png") }
    #expect(lines.map { $0.contains("ago") && $0.contains("kB") } == [true, true, true])
    #expect(
      lines.first?.contains("❯ ") == true && lines.first?.contains(" min ago") == true
        && lines.first?.contains("new.png") == true)
    terminal.type("\u{1B}[B\r")
    #expect(try await terminal.ended() == 1)
    #expect(terminal.output.contains(Self.restored) && terminal.isAsItWas)
    #expect(terminal.output.contains("Likely Scam Detected"))
    #expect(try await home.scan("history", "list").output.contains("✋ Manual"))
    #expect(try home.events().contains { $0["event"] as? String == "started" && $0["trigger"] as? String == "pick" })
  }

  @Test func `typing searches`() async throws {
    try await addThree()
    let terminal = try home.terminal("pick", "--no-history")
    try await terminal.waits(for: Self.list)
    terminal.type("OL")
    try await terminal.waits(for: "Search: OL▏ (1 of 3)")
    terminal.type("\r")
    #expect(try await terminal.ended() == 0)
    #expect(terminal.output.contains("Scanned old.png: nothing found"))
  }

  @Test(arguments: ["\u{1B}", "q", "\u{04}"]) func `nothing may be chosen`(key: String) async throws {
    try await addThree()
    let terminal = try home.terminal("pick")
    try await terminal.waits(for: Self.list)
    terminal.type(key)
    #expect(try await terminal.ended() == 0)
    #expect(terminal.output.hasSuffix(Self.restored + "Nothing was chosen.\r\n") && terminal.isAsItWas)
  }

  @Test(arguments: [SIGTERM, SIGHUP, SIGINT, SIGQUIT])
  func `a signal that ends it gives the terminal back first`(signal: Int32) async throws {
    try await addThree()
    let terminal = try home.terminal("pick")
    try await terminal.waits(for: Self.list)
    #expect(!terminal.isAsItWas)
    terminal.send(signal)
    #expect(try await terminal.ended() == -signal)
    #expect(terminal.output.hasSuffix(Self.restored) && terminal.isAsItWas)
  }

  @Test func `a stop gives the terminal back, and going on takes it again`() async throws {
    try await addThree()
    let scan = try BuiltProgram.path("ocr-scan").string
    // An interactive shell: its jobs can be stopped.
    let terminal = try TerminalRun(
      "/bin/sh", ["-i"], environment: home.environment.merging(["TERM": "xterm", "PS1": "ready> "]) { $1 })
    try await terminal.waits(for: "ready> ")
    terminal.type("\(scan) pick\n")
    try await terminal.waits(for: Self.list)
    terminal.type("\u{1A}")
    try await terminal.waits(for: "Stopped")
    #expect(terminal.output.contains(Self.restored) && terminal.isAsItWas)
    terminal.type("fg\n")
    try await eventually { !terminal.isAsItWas }
    terminal.resize(rows: 10, columns: 60)
    terminal.type("\r")
    try await terminal.waits(for: "Scanned new.png: nothing found")
    terminal.type("exit\n")
    _ = try await terminal.ended()
  }

  @Test func `names cannot do anything to the terminal`() async throws {
    Files.write(home.screenshots.appending("a\u{1B}]0;title\u{7}\u{202E}.png"), Files.contents(TestData.clean))
    let terminal = try home.terminal("pick")
    try await terminal.waits(for: "a\\u{1B}]0;title\\u{7}\\u{202E}.png")
    terminal.type("q")
    #expect(try await terminal.ended() == 0)
    #expect(!terminal.output.contains("\u{1B}]0;") && !terminal.output.contains("\u{202E}"))
  }

  @Test(arguments: [("dumb", 24, 80), ("xterm", 0, 0), ("", 24, 80), ("xterm", 4, 80)])
  func `a terminal that only prints gets a numbered list`(name: String, rows: Int, columns: Int) async throws {
    try await addThree()
    let terminal = try home.terminal("pick", rows: rows, columns: columns, adding: ["TERM": name])
    try await terminal.waits(for: "Number or path (Enter for 1, q ends): ")
    #expect(terminal.output.contains(" 2  1 h ago"))
    #expect(!terminal.output.contains("\u{1B}["))
    terminal.type("9\n")
    try await terminal.waits(for: "There is no number 9 in the list.")
    terminal.type("2\n")
    #expect(try await terminal.ended() == 1)
    #expect(terminal.output.contains("Likely Scam Detected"))
  }

  @Test func `a numbered list takes a path as well, and q`() async throws {
    try await addThree()
    let terminal = try home.terminal("pick", adding: ["TERM": "dumb"])
    try await terminal.waits(for: "Number or path")
    terminal.type("'\(TestData.scam)'\n")
    #expect(try await terminal.ended() == 1)
    let second = try home.terminal("pick", adding: ["TERM": "dumb"])
    try await second.waits(for: "Number or path")
    second.type("q\n")
    #expect(try await second.ended() == 0)
  }

  @Test func `without a list a path can be named`() async throws {
    Files.remove(home.screenshots)
    let terminal = try home.terminal("pick")
    try await terminal.waits(for: "Path of a screenshot (Enter ends): ")
    #expect(terminal.output.contains("No Screenshots Folder"))
    terminal.type("\(TestData.clean)\n")
    #expect(try await terminal.ended() == 0)
    #expect(terminal.output.contains("nothing found"))
  }

  @Test func `another folder may be named`() async throws {
    let terminal = try home.terminal("pick", TestData.scam.removingLastComponent().string)
    try await terminal.waits(for: Self.list)
    terminal.type("virus-push")
    try await terminal.waits(for: "(1 of ")
    terminal.type("\r")
    #expect(try await terminal.ended() == 1)
  }

  @Test func `without a terminal nobody can choose`() async throws {
    for arguments in [["pick"], ["open", "typesafe://scan"], ["open", "typesafe://scan?auto=false"]] {
      let run = try await home.start("ocr-scan", arguments).ended()
      #expect(run.status == 64)
      #expect(run.diagnostics.contains("Name the screenshot instead: ocr-scan FILE"))
    }
  }

  // MARK: After an automatic scan

  @Test func `a failure is told at once, and the list opens with Enter`() async throws {
    try await addThree()
    let terminal = try home.terminal("latest")
    try await terminal.waits(for: "A list of your screenshots opens in 3 s; Enter opens it now, q ends.")
    #expect(terminal.output.contains("Screenshot Too Old"))
    #expect(!terminal.output.contains(Self.list))
    terminal.type("\r")
    try await terminal.waits(for: Self.list)
    terminal.type("\r")
    #expect(try await terminal.ended() == 0)
    #expect(terminal.output.contains("Scanned new.png: nothing found"))
    let event = try #require(try home.events().first { $0["event"] as? String == "fallback_to_manual" })
    #expect(event["reason"] as? String == "too_old")
  }

  @Test func `the list opens by itself after three seconds`() async throws {
    try await addThree()
    let began = ContinuousClock.now
    let terminal = try home.terminal("open", "typesafe://scan?auto=true")
    try await terminal.waits(for: Self.list)
    #expect(ContinuousClock.now - began >= .seconds(3))
    terminal.type("q")
    // Nothing was chosen, so the failure remains.
    #expect(try await terminal.ended() == 66)
  }

  @Test func `whoever wants no list gets none`() async throws {
    try await addThree()
    let terminal = try home.terminal("latest")
    try await terminal.waits(for: "q ends.")
    terminal.type("q")
    #expect(try await terminal.ended() == 66)
    #expect(!terminal.output.contains(Self.list) && terminal.isAsItWas)
  }

  @Test func `a window that would close waits`() async throws {
    home.add(TestData.clean, as: "shot.png")
    let terminal = try home.terminal("open", "--pause", "--max-age", "1800", "typesafe://scan?auto=true")
    try await terminal.waits(for: "Press Enter to close. ")
    #expect(terminal.output.contains("Scanned shot.png"))
    terminal.type("\r")
    #expect(try await terminal.ended() == 0)
  }

  @Test func `a spinner tells what is done when it takes long, and leaves nothing behind`() async throws {
    let picture = ImageFile.scribble(width: 3840, height: 2160, seed: 3)
    Files.write(home.screenshots.appending("shot.png"), picture)
    let terminal = try home.terminal("latest", "--max-age", "1800", "--timeout", "1", "--no-history")
    try await terminal.waits(for: "Reading the text…")
    try await terminal.waits(for: "Scan Timed Out")
    #expect(terminal.output.contains("\r\u{1B}[K\u{1B}[1mScan Timed Out"))
  }
}
