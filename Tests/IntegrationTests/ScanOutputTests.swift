import ScanModel
import SystemPackage
import TestSupport
import Testing

/// The form of what `ocr-scan` prints.
@Suite(.serialized) struct ScanOutputTests {
  static let keys = [
    "advice", "answer", "captured_at", "category", "codes", "confidence", "cues", "error", "evidence", "explanation",
    "id", "image", "links", "numbers", "ocr", "path", "requires_review", "risk_level", "scam_probability", "scanned_at",
    "schema_version", "screen", "senders", "sha256", "source", "text", "timings_ms",
  ]
  let home = UserHome()

  @Test(arguments: [TestData.scam, TestData.clean, TestData.noPicture, TestData.empty, "/nowhere.png", "/dev/null"])
  func `a report holds every key, sorted, whatever came out`(file: FilePath) async throws {
    let run = try await home.scan("--json", file.string)
    let line = try #require(run.lines.first)
    #expect(run.lines.count == 1)
    #expect(JSONText.keys(line) == Self.keys)
    let timings = try #require(JSONText.object("timings_ms", in: line))
    #expect(JSONText.keys(timings) == ["analyze", "decode", "queue", "recognize", "total"])
    if let reading = JSONText.object("ocr", in: line) {
      #expect(
        JSONText.keys(reading) == [
          "confidence", "confidence_level", "languages", "partial", "picture", "repairs", "uncertain", "words",
        ])
    } else {
      #expect(line.contains("\"ocr\":null") && line.contains("\"text\":null") && line.contains("\"image\":null"))
    }
    if let error = JSONText.object("error", in: line) {
      #expect(
        JSONText.keys(error) == [
          "code", "message", "recoverable", "recovery_actions", "recovery_suggestion", "requires_acknowledgment",
          "severity", "title",
        ])
      #expect(line.contains("\"risk_level\":\"unknown\"") && line.contains("\"confidence\":null"))
    } else {
      #expect(line.contains("\"error\":null"))
    }
  }

  @Test func `a report says what was found, where and how sure it is`() async throws {
    let run = try await home.scan("--json", TestData.scam.string)
    let report = try #require(run.reports.first)
    #expect(report.schemaVersion == 3)
    #expect(report.source == .manual)
    #expect(report.sha256?.count == 64)
    #expect(report.image == .init(width: 475, height: 188))
    let probability = try #require(report.scamProbability)
    #expect(report.confidence == probability)
    #expect(report.text?.contains("your PC is infected") == true)
    let reason = try #require(report.evidence.first { $0.weight > 0 })
    #expect(reason.boxes?.isEmpty == false)
    #expect(report.text?.contains(reason.excerpt) == true)
    let ocr = try #require(report.ocr)
    #expect(ocr.languages == ["eng"] && !ocr.partial && ocr.words > 20)
  }

  @Test func `the text is shown only when asked for`() async throws {
    let run = try await home.scan("--show-text", TestData.scam.string)
    #expect(run.output.contains("\nText:\n"))
    #expect(run.output.contains("your PC is infected"))
    #expect(run.output.contains("“"))
  }

  @Test func `color is for terminals and follows the user's word`() async throws {
    let escape = "\u{1B}["
    #expect(!(try await home.scan(TestData.scam.string)).output.contains(escape))
    #expect(try await home.scan("--color", "always", TestData.scam.string).output.contains("\u{1B}[31"))
    let terminal = "script -qec \"$SCAN --no-history '\(TestData.scam)'\" /dev/null"
    #expect(try await home.shell("TERM=xterm \(terminal)").output.contains("\u{1B}[31"))
    let silenced = try await home.shell("TERM=dumb NO_COLOR=1 \(terminal)").output
    #expect(silenced.contains("Likely Scam") && !silenced.contains(escape))
    let never = try await home.shell("TERM=dumb script -qec \"$SCAN --color never '\(TestData.scam)'\" /dev/null")
      .output
    #expect(never.contains("Likely Scam") && !never.contains(escape))
  }

  @Test(arguments: [
    (Array("--help.png".utf8), "--help.png"), (Array("-x.png".utf8), "-x.png"),
    (Array("$(id) `id`.png".utf8), "$(id) `id`.png"),
    (Array("two\nlines.png".utf8), "two\\u{A}lines.png"),
    (Array("\u{1B}]0;title\u{7}.png".utf8), "\\u{1B}]0;title\\u{7}.png"),
    (Array("left\u{202E}gnp.png".utf8), "left\\u{202E}gnp.png"),
    ([0x62, 0xFF, 0xFE] + Array(".png".utf8), "b\\xFF\\xFE.png"),
  ])
  func `a name is only a name and is shown without its control characters`(
    name: [UInt8], shown: String
  ) async throws {
    let file = home.folder(name)
    Files.write(file, Files.contents(TestData.clean))
    // Run in the file's folder after "--", as with a shell's *.
    let run = try await scan([Array("--json".utf8), Array("--".utf8), name])
    #expect(run.status == 0)
    let report = try #require(run.reports.first)
    #expect(report.path == shown)
    #expect(report.text == TestData.sentence)
    let plain = try await scan([Array("--".utf8), name])
    #expect(plain.lines.count == 1)
    #expect(plain.output.contains(shown))
    let broken = home.folder([UInt8(ascii: "x")] + name)
    Files.write(broken, Array("no picture".utf8))
    let failed = try await scan([broken.bytes])
    #expect(failed.status == 65)
    #expect(failed.diagnostics.contains("x" + shown))
    let listed = try await home.scan("history", "list")
    #expect(listed.lines.count == 3)
    for output in [plain.output, failed.diagnostics, listed.output] {
      #expect(!output.unicodeScalars.contains { TerminalEscaping.isUnsafe($0) && $0 != "\n" })
    }
  }

  private func scan(_ arguments: [[UInt8]]) async throws -> ProgramRun.Ended {
    try await ProgramRun(
      BuiltProgram.path("ocr-scan"), arguments, environment: home.environment, in: home.folder.path
    ).ended()
  }
}
