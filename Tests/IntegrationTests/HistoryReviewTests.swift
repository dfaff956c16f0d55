import ScanModel
import SystemPackage
import TestSupport
import Testing

/// The user's verdicts on scans, with the real programs.
@Suite(.serialized) struct HistoryReviewTests {
  let home = UserHome()

  /// Occurs in `TestData.scam`.
  private static let host = "pc-clean.example-push.buzz"

  private func judge(_ text: String) async throws -> ScanReport {
    Files.write(home.folder("message.txt"), Array(text.utf8))
    return try #require(try await home.scan("text", "--json", "message.txt").reports.first)
  }

  @Test func `a picture that was called harmless is so under every name, until that is taken back`() async throws {
    let first = try #require(try await home.scan("--json", TestData.scam.string).reports.first)
    let marked = try await home.scan("history", "verify", "1", "--not-scam")
    #expect(marked.status == 0)
    #expect(marked.output.contains("links to \(Self.host)"))
    #expect(marked.diagnostics.contains("history verify 1 --undo"))
    let copy = home.add(TestData.scam, as: "copy.png")
    let second = try await home.scan("--json", copy.string)
    #expect(second.status == 0)
    let report = try #require(try second.reports.first)
    #expect(report.riskLevel == .low && report.category == .none && !report.requiresReview)
    #expect(report.explanation.english.hasPrefix("You marked this picture as harmless on 20"))
    #expect(report.advice.english.contains("history verify \(first.id.prefix(8)) --undo"))
    #expect(try await home.scan("history", "verify", String(first.id.prefix(8)), "--undo").status == 0)
    #expect(try await home.scan("--json", copy.string).reports.first?.riskLevel == .high)
    #expect(try await home.scan("history", "list", "--json").output.contains("\"verified\":\"not_scam\"") == false)
  }

  @Test func `a picture that was called a scam is so, and other messages with its link are`() async throws {
    #expect(try await home.scan(TestData.clean.string, TestData.scam.string).status == 1)
    let message = "Minutes of the garden club are at https://\(Self.host)/minutes for all who missed it."
    #expect(try await judge(message).riskLevel == .medium)
    #expect(try await home.scan("history", "verify", "1", "--scam").status == 0)
    let clean = try #require(try await home.scan("--json", TestData.clean.string).reports.first)
    #expect(clean.riskLevel == .high && clean.category == .unknown)
    #expect(clean.explanation.english.hasPrefix("You marked this picture as a scam on 20"))
    #expect(try await home.scan("history", "verify", "2", "--scam").status == 0)
    let raised = try await judge(message)
    #expect(raised.riskLevel == .high)
    #expect(raised.evidence.first?.rule == "learnt.scam")

    let list = try await home.scan("rules", "list", "--learnt")
    #expect(list.lines.count == 3, "\(list.output)")
    #expect(list.lines[0].contains("a scam") && list.lines[0].contains("links to example-push.buzz"))
    let number = try #require(list.lines[0].split(separator: " ").first.map(String.init))
    #expect(try await home.scan("rules", "forget", "99").status == 64)
    #expect(try await home.scan("rules", "forget", number).status == 0)
    #expect(try await judge(message).riskLevel == .low)
    let cleared = try await home.scan("history", "clear", "--yes")
    #expect(cleared.diagnostics.contains("ocr-scan rules forget --all"))
    #expect(try await home.scan("--json", TestData.clean.string).reports.first?.riskLevel == .high)
    #expect(try await home.scan("rules", "forget", "--all").status == 0)
    #expect(try await home.scan("rules", "list", "--learnt").lines.isEmpty)
    #expect(try await home.scan("--json", TestData.clean.string).reports.first?.riskLevel == .low)
  }

  @Test func `a message with a link that was seen in a scam before says so, until the user says that it was none`()
    async throws
  {
    let message = "Minutes of the garden club are at https://\(Self.host)/minutes for all who missed it."
    #expect(try await judge(message).riskLevel == .low)
    let first = try #require(try await home.scan("--json", TestData.scam.string).reports.first)
    #expect(first.riskLevel == .high)
    let raised = try await judge(message)
    #expect(raised.riskLevel == .medium && raised.evidence.first?.rule == "seen.scam")
    #expect(raised.explanation.english.hasPrefix("The same link was in a screenshot of 20"))
    // A second scan of the same picture gives only its own reasons.
    let again = try #require(try await home.scan("--json", TestData.scam.string).reports.first)
    #expect(again.evidence == first.evidence)
    #expect(try await home.scan("history", "verify", "1", "--not-scam").status == 0)
    #expect(try await judge(message).riskLevel == .low)
    #expect(try await home.scan("history", "verify", "1", "--undo").status == 0)
    #expect(try await judge(message).riskLevel == .medium)
    #expect(try await home.scan("history", "delete", "1", "2").status == 0)
    #expect(try await judge(message).riskLevel == .low)
  }

  @Test func `a corrected text is judged again, kept as the settings say, and holds for the picture`() async throws {
    #expect(try await home.scan(TestData.scam.string).status == 1)
    let words = "Please bring seven blue umbrellas. My card is 4111 1111 1111 1111."
    let corrected = try await home.scan("history", "correct", "1", "--text", words)
    #expect(corrected.status == 0)
    #expect(corrected.output.contains("nothing found"))
    let shown = try await home.scan("history", "show", "1")
    #expect(shown.output.contains("seven blue umbrellas") && shown.output.contains("[card number]"))
    #expect(try await home.scan(TestData.scam.string).status == 0)

    Files.write(
      home.folder("words.txt"),
      Array("USPS: your package is on hold. Pay the fee of $1.99 within 24 hours: usps-parcel-fee.top/pay".utf8))
    #expect(try await home.scan("history", "correct", "1", "--file", "words.txt").status == 0)
    #expect(try await home.scan("history", "list", "--risk", "high").lines.count == 1)
    Files.write(home.folder("empty.txt"), Array("\n7\n".utf8))
    for (file, reason) in [(TestData.scam.string, "it is not a text"), ("empty.txt", "it holds no words")] {
      let refused = try await home.scan("history", "correct", "1", "--file", file)
      #expect(refused.status == 65 && refused.diagnostics.contains(reason), "\(refused.diagnostics)")
      #expect(refused.diagnostics.contains("→ Name a file with the text of a message"), "\(refused.diagnostics)")
    }
    #expect(try await home.scan("history", "list", "--risk", "high").lines.count == 1)
    let missing = try await home.scan("history", "correct", "1", "--file", "nofile.txt")
    #expect(missing.status == 66 && missing.diagnostics.contains("→ Check the name, then try again."))
    #expect(try await home.scan("history", "correct", "1").status == 64)
    #expect(try await home.scan("history", "correct", "1", "--text", "7").status == 64)
    #expect(try await home.scan("history", "correct", "9", "--text", words).status == 66)
  }

  @Test func `without kept text nothing but the picture is learnt`() async throws {
    home.configure("store_text: none\n")
    #expect(try await home.scan(TestData.scam.string).status == 1)
    #expect(try await home.scan("history", "verify", "1", "--scam").status == 0)
    #expect(try await home.scan("rules", "list", "--learnt").lines.count == 1)
    #expect(try await home.shell("grep -rqa example-push data state").status != 0)
  }

  @Test func `wrong usage is told`() async throws {
    #expect(try await home.scan(TestData.clean.string).status == 0)
    #expect(try await home.scan("history", "verify", "1").status == 64)
    #expect(try await home.scan("history", "verify", "1", "--scam", "--undo").status == 64)
    #expect(try await home.scan("history", "verify", "2", "--scam").status == 66)
  }

  @Test func `a running watcher takes up what the user says`() async throws {
    let daemon = try await DaemonRun.ready(home)
    home.add(TestData.scam, as: "first.png")
    #expect(try await daemon.reports(1).last?.riskLevel == .high)
    #expect(try await home.scan("history", "verify", "1", "--not-scam").status == 0)
    home.add(TestData.scam, as: "second.png")
    #expect(try await daemon.reports(2).last?.riskLevel == .low)
    #expect(try await home.scan("history", "verify", "1", "--undo").status == 0)
    home.add(TestData.scam, as: "third.png")
    #expect(try await daemon.reports(3).last?.riskLevel == .high)
    #expect(try await home.scan("history", "correct", "1", "--text", "Please bring seven umbrellas.").status == 0)
    home.add(TestData.scam, as: "fourth.png")
    #expect(try await daemon.reports(4).last?.riskLevel == .low)
    try await daemon.stop()
  }

  @Test func `the list can be narrowed down by several things at once, and searched for any words`() async throws {
    let name = home.add(TestData.clean, as: "o'hara 100%_\"x\".png")
    #expect(try await home.scan(name.string, TestData.scam.string).status == 1)
    func numbers(_ options: String...) async throws -> [String] {
      let run = try await home.start("ocr-scan", ["history", "list"] + options).ended()
      #expect(run.status == 0, "\(options): \(run.diagnostics)")
      return run.lines.compactMap { $0.split(separator: " ").first.map(String.init) }
    }
    #expect(try await numbers("--search", "umbrellas") == ["1"])
    #expect(try await numbers("--search", "UMBRELLAS seven") == ["1"])
    #expect(try await numbers("--search", "infected") == ["2"])
    #expect(try await numbers("--search", "infected umbrellas").isEmpty)
    #expect(try await numbers("--search", "o'hara") == ["1"])
    #expect(try await numbers("--search", "100%_") == ["1"])
    #expect(try await numbers("--search", "100_%").isEmpty)
    #expect(try await numbers("--search", "%").count == 1)
    #expect(try await numbers("--search", "\" OR 1=1 --").isEmpty)
    #expect(try await numbers("--search", "png", "--limit", "1") == ["2"])
    #expect(try await numbers("--since", "1 hour") == ["2", "1"])
    #expect(
      try await numbers("--since", "yesterday", "--risk", "high", "--source", "manual", "--search", "click") == ["2"])
    #expect(try await numbers("--risk", "low", "--to-review").isEmpty)
    #expect(try await home.scan("history", "list", "--since", "whenever").status == 64)
    #expect(try await home.scan("history", "list", "--search", " ").status == 64)
    let none = try await home.scan("history", "list", "--search", "nowhere")
    #expect(none.diagnostics.contains("No such entries."))
  }

  @Test func `an entry is shown with its confidence in words, its reasons, what to do, and what the user said`()
    async throws
  {
    let scanned = try await home.scan(TestData.scam.string)
    #expect(scanned.status == 1)
    #expect(scanned.output.contains("high risk, false tech support, over 99 % likely a scam ▮▮▮ high ("))
    let shown = try await home.scan("history", "show", "1").output
    #expect(shown.contains(/Scanned +20\d\d-\d\d-\d\d \d\d:\d\d:\d\d UTC \(/))
    #expect(shown.contains("Confidence   ▮▮▮ high (over 99 %) in this verdict"))
    #expect(shown.contains("Reading      ▮▮▮ high (9"))
    #expect(shown.contains("Checked      ☐ not yet; say so with: ocr-scan history verify 1"))
    #expect(shown.contains("✋ Manual"))
    #expect(shown.contains("\n  Why\n") && shown.contains("\n  What to do\n"))
    #expect(shown.contains("“via pc-clean.example-push.buzz”"))
    // The reasons say it.
    #expect(!shown.contains("\n  Why\n    It "))
    #expect(try await home.scan("history", "list").output.contains("▮▮▮ high"))
    #expect(try await home.scan("history", "list").output.contains("☐ to check"))
    let colored = try await home.scan("history", "show", "1", "--color", "always").output
    #expect(colored.contains("\u{1B}[32m▮▮▮ high\u{1B}[0m") && colored.contains("\u{1B}[31;1m⚠ high risk"))
    #expect(try await home.scan("history", "verify", "1", "--scam").status == 0)
    #expect(try await home.scan("history", "show", "1").output.contains("Checked      ☑ you said: a scam"))
    #expect(try await home.scan("history", "list").output.contains("☑ you said: a scam"))
  }

  @Test func `where nothing was found, nobody is so many percent sure`() async throws {
    #expect(try await home.scan(TestData.clean.string).status == 0)
    let shown = try await home.scan("history", "show", "1").output
    #expect(shown.contains("○ nothing found\n") && !shown.contains("in this verdict"))
    #expect(shown.contains("I see nothing that looks like a scam.") && !shown.contains("\n  Why\n"))
    #expect(shown.contains("I cannot see everything") && !shown.contains("\n  What to do\n"))
    #expect(try await home.scan("history", "list").output.contains("▮") == false)
  }

  @Test func `rules that nobody has renewed for half a year are told`() async throws {
    // A copy of the program with another rule pack.
    let folder = home.folder("old")
    Files.makeFolder(folder)
    let built = try BuiltProgram.path("ocr-scan")
    let rules = FilePath(#filePath).removingLastComponent().appending("../../Sources/RiskAnalysis/Rules")
    let copied = try await home.shell(
      """
      cp \(built) old/ && mkdir old/rules old/ocr-scan_RiskData.resources && cp \(rules)/* old/rules/ && \
      sed -i 's/date: *"*20[0-9-]*"*/date: "2020-01-31"/' old/rules/pack.yaml && \
      \(try BuiltProgram.path("rule-compiler")) old/rules old/ocr-scan_RiskData.resources && \
      old/ocr-scan rules list
      """)
    #expect(copied.status == 0, "\(copied.diagnostics)")
    #expect(copied.output.contains(" rules of 2020-01-31"))
    #expect(copied.diagnostics.contains("days old. Update ocr-scan to get newer ones."))
    #expect(try await home.scan("rules", "list").diagnostics.contains("days old") == false)
  }

  @Test func `a damaged or missing rule pack is named, and is not the user's fault`() async throws {
    let folder = home.folder("damaged")
    Files.makeFolder(folder)
    let built = try BuiltProgram.path("ocr-scan")
    let data = built.removingLastComponent().appending("ocr-scan_RiskData.resources")
    let pack = "damaged/ocr-scan_RiskData.resources/rules.pack"
    let copied = try await home.shell(
      "cp \(built) damaged/ && cp -r \(data) damaged/ && chmod -R u+w damaged && truncate -s -1 \(pack)")
    #expect(copied.status == 0, "\(copied.diagnostics)")
    for (change, words) in [
      ("true", "rules.pack: the rule pack is"), ("echo hello > \(pack)", "rules.pack: the file is no rule pack"),
      ("rm \(pack)", "rules.pack: the file is not installed"),
    ] {
      let run = try await home.shell("\(change) && echo hello | damaged/ocr-scan text")
      #expect(run.status == 69, "\(change): \(run.diagnostics)")
      #expect(run.diagnostics.contains(words) && run.diagnostics.contains("The rule pack cannot be used"))
    }
  }

  @Test func `a fault in a rule stops the compiler with file and line, one in a user's rule the program`() async throws
  {
    let rules = home.folder("rules")
    Files.makeFolder(rules)
    Files.write(rules.appending("a.yaml"), Array("rules:\n  - id: Wrong\n".utf8))
    let run = try await home.shell("\(try BuiltProgram.path("rule-compiler")) rules rules")
    #expect(run.status == 65 && run.diagnostics.contains("/a.yaml:2: error: a rule needs"), "\(run.diagnostics)")
    // A folder for rules without one in it is nothing to complain about.
    #expect(try await home.shell("mkdir -p config/ocr-scan/rules.d && touch config/ocr-scan/rules.d/notes").status == 0)
    #expect(try await home.scan("rules", "list").status == 0)
    let own = try await home.shell("cp rules/a.yaml config/ocr-scan/rules.d/")
    #expect(own.status == 0, "\(own.diagnostics)")
    let scan = try await home.scan("rules", "list")
    #expect(scan.status == 78 && scan.diagnostics.contains("a.yaml:2: a rule needs"), "\(scan.diagnostics)")
  }
}
