import Foundation
import ScanModel
import SystemPackage
import TestSupport
import Testing
import Yams

/// Screens with codes (testdata/codes), read by the real programs.
struct CodeScanTests {
  struct Scene: Decodable, Sendable, CustomTestStringConvertible {
    var name: String
    var level: String
    var acceptable: [String]?
    var action: String
    var payload: String?
    var second: String?

    var testDescription: String { name }
    var picture: FilePath { CodeScanTests.folder.appending("images/\(name).png") }
    var levels: [String] { acceptable ?? (level == "high" ? ["high", "medium"] : [level]) }
  }

  private struct Scenes: Decodable {
    var scenes: [Scene]
  }

  private static let folder = TestData.folder.appending("codes")
  private static let languages = "eng+deu+fra+spa"

  static func scenes() throws -> [Scene] {
    let text = try String(contentsOfFile: folder.appending("scenes.yaml").string, encoding: .utf8)
    return try YAMLDecoder().decode(Scenes.self, from: text).scenes
  }

  static func report(_ picture: FilePath, _ home: UserHome, _ options: String...) async throws -> ScanReport {
    let run = try await home.start(
      "ocr-scan", ["--json", "--lang", languages] + options + [picture.string]
    ).ended()
    return try #require(try run.reports.first, "\(run.diagnostics)")
  }

  @Test(arguments: try scenes())
  func `each code is found, says what it does, and is judged with the text around it`(scene: Scene) async throws {
    let report = try await Self.report(scene.picture, UserHome(), "--no-history")
    let codes = try #require(report.codes)
    #expect(codes.count == (scene.second == nil ? 1 : 2))
    let code = try #require(codes.first { $0.action.rawValue == scene.action })
    #expect(report.evidence.contains { $0.codeAction == code.action })
    // A code on a page of few words is judged low or not judged, never dangerous.
    let levels = scene.level == "low" ? ["low", "unknown"] : scene.levels
    #expect(levels.contains(report.riskLevel.rawValue), "\(report.explanation)")
    if scene.level == "low" { #expect(!codes.contains { $0.verdict == .high || $0.verdict == .medium }) }
  }

  @Test func `the bad one of two codes is told from the good one`() async throws {
    let scene = try #require(try Self.scenes().first { $0.name == "two-codes-one-bad" })
    let report = try await Self.report(scene.picture, UserHome(), "--no-history")
    let verdicts = try #require(report.codes).map { "\($0.payload ?? "") \($0.verdict)" }
    #expect(verdicts.contains { $0.hasPrefix("https://appleid-unlock.top") && $0.hasSuffix("high") })
    #expect(verdicts.contains("https://www.apple.com/app-store/ low"))
  }

  /// A picture from `fuzz/pixels`: noise over which an assertion of libZXing fails, which ends the worker.
  @Test func `a code that ends the library costs no words, and the report says so`() async throws {
    let report = try await Self.report(
      Self.folder.appending("hostile/failed-assertion.png"), UserHome(), "--no-history")
    #expect(report.riskLevel == .high, "\(report.explanation)")
    #expect(report.evidence.contains { $0.rule == "picture.codes" })
    #expect(report.requiresReview)
  }

  @Test(arguments: [
    "own-2fa", "support-sends-me-code", "cafe-wifi", "whatsapp-gruppe", "telegram-vote", "authenticator-export",
  ])
  func `no secret of a code is stored, shown or logged`(name: String) async throws {
    let home = UserHome()
    let scene = try #require(try Self.scenes().first { $0.name == name })
    let annotated = home.folder("marked.png")
    home.configure("store_text: full\n")
    let shown = try await home.scan(
      "--json", "--show-text", "--annotate", annotated.string, "--lang", Self.languages, scene.picture.string)
    var all = shown.output + shown.diagnostics
    all += try await home.scan("history", "show", "1").output
    all += try await home.scan("history", "export", "--json").output
    all += try await home.scan("history", "export", "--csv").output
    // Everything written to any file.
    all += try await home.shell("/usr/bin/find . -type f -size -4000k -exec /bin/cat {} + | /usr/bin/strings -n 8")
      .output
    for secret in [
      "KRSXG5CTMVRXEZLUKN2A", "JBSWY3DPEHPK3PXPJBSW", "leekandpotato7", "QrStUvWxYz0123456789", "AQJkL3m9xZ7q",
      "CjEKCkhlbGxv",
    ] {
      #expect(!all.contains(secret), "\(secret)")
    }
    #expect(try shown.reports.first?.codes?.first.map { $0.payload == nil } == true)
  }

  @Test func `payloads are stored as text is`() async throws {
    for (setting, payload) in [("full", true), ("redacted", true), ("none", false)] {
      let home = UserHome()
      home.configure("store_text: \(setting)\n")
      let scene = try #require(try Self.scenes().first { $0.name == "invoice-girocode" })
      _ = try await home.scan("--lang", Self.languages, scene.picture.string)
      let stored = try await home.scan("history", "export", "--json").output
      #expect(stored.contains("BCD\\n002") == payload)
      #expect(stored.contains("DE89370400440532013000") == (setting == "full"))
      #expect(stored.contains("Tischlerei Holm (the account") == payload)
      #expect(stored.contains("\"action\":\"pay\""))
    }
  }

  @Test(arguments: [
    ("sofa-upi-receive", "redacted", "Scan it with your UPI app to receive the money, 12000 rupees."),
    ("support-sends-me-code", "redacted", "Send me the QR code that you see there. Your account is at risk."),
    ("mailbox-verify", "full", "To keep your mailbox, scan the code below and verify your account."),
  ])
  func `a corrected text is judged with the codes of the picture`(
    name: String, setting: String, text: String
  ) async throws {
    let home = UserHome()
    home.configure("store_text: \(setting)\n")
    let scene = try #require(try Self.scenes().first { $0.name == name })
    let before = try await Self.report(scene.picture, home)
    let said = try await home.scan("history", "correct", "1", "--text", text)
    #expect(said.status == 0 && said.output.contains("high"), "\(said.output)\(said.diagnostics)")
    let shown = try await home.scan("history", "show", "1", "--json")
    let after = try #require(try shown.reports.first)
    #expect(after.riskLevel == .high && after.text == text && !(after.codes ?? []).isEmpty)
    #expect(after.codes?.map(\.action) == before.codes?.map(\.action))
    #expect(after.codes?.first?.boxes == before.codes?.first?.boxes && after.codes?.first?.verdict == .high)
    #expect(after.evidence.contains { $0.codeAction != nil })
  }

  @Test func `a corrected text whose code was not stored is to be reviewed`() async throws {
    let home = UserHome()
    home.configure("store_text: none\n")
    let scene = try #require(try Self.scenes().first { $0.name == "cafe-menu" })
    _ = try await Self.report(scene.picture, home)
    _ = try await home.scan("history", "correct", "1", "--text", "Scan for our menu")
    let after = try #require(try await home.scan("history", "show", "1", "--json").reports.first)
    #expect(after.riskLevel == .low && after.requiresReview)
  }

  @Test func `the terminal and the history say what a code does`() async throws {
    let home = UserHome()
    let scene = try #require(try Self.scenes().first { $0.name == "cafe-wifi" })
    let shown = try await home.scan(scene.picture.string)
    #expect(shown.output.contains("This code joins the Wi-Fi network OakTree Guests."))
    #expect(try await home.scan("history", "show", "1").output.contains("OakTree Guests"))
  }

  @Test func `the code is framed in the annotated picture`() async throws {
    let home = UserHome()
    let scene = try #require(try Self.scenes().first { $0.name == "mailbox-verify" })
    let report = try await Self.report(scene.picture, home, "--annotate", home.folder("marked.png").string)
    let box = try #require(report.codes?.first?.boxes.first)
    #expect(report.evidence.contains { $0.weight > 0 && $0.rule.hasPrefix("code.") && $0.boxes?.contains(box) == true })
    #expect(!Files.contents(home.folder("marked.png")).isEmpty)
  }

  @Test func `a screenshot without a code has an empty list`() async throws {
    #expect(try await Self.report(TestData.scam, UserHome(), "--no-history").codes == [])
  }
}
