import Foundation
import ScanModel
import SystemPackage
import TestSupport
import Testing

/// A German desktop with English screenshots, using a system locale that the test creates.
@Suite(.serialized) struct GermanTests {
  let home = UserHome()
  private let variables: [String: String]

  init() async throws {
    variables = ["LANG": "de_DE.UTF-8", "LOCPATH": home.folder("locales").string]
    // Status 1 is a warning (localedef(1)).
    let made = try await home.shell(
      "mkdir locales && localedef -i de_DE -f UTF-8 '\(home.folder("locales"))/de_DE.UTF-8'; test -e locales/de_DE.UTF-8/LC_TIME"
    )
    try #require(made.status == 0, "\(made.diagnostics)")
  }

  /// The translation of a text in the catalogue.
  private func german(_ text: String) async throws -> String {
    let folder = BuiltProgram.folder.appending("locale")
    let run = try await ProgramRun(
      "/usr/bin/gettext", ["-d", "ocr-scan", text].map { Array($0.utf8) },
      environment: ["LANG": "C.UTF-8", "LANGUAGE": "de", "TEXTDOMAINDIR": folder.string]
    ).ended()
    try #require(run.output != text, "not translated: \(text)")
    return run.output
  }

  private func run(_ arguments: String...) async throws -> ProgramRun.Ended {
    try await home.start("ocr-scan", arguments, adding: variables).ended()
  }

  @Test func `an English screenshot gets its advice in German`() async throws {
    let english = try #require(try await home.scan("--json", "--no-history", TestData.scam.string).reports.first)
    let made = try #require(try await run("--json", TestData.scam.string).reports.first)
    #expect(made.advice.description == (try await german(english.advice.english)))
    #expect(made.evidence.count == english.evidence.count)
    for (item, before) in zip(made.evidence, english.evidence) { #expect(item.message != before.message) }
    #expect(!made.explanation.description.hasPrefix("It ") && made.explanation.description.hasSuffix("."))
    let shown = try await run("history", "show", "1")
    #expect(shown.output.contains(made.advice.description.prefix(30)))
    #expect(shown.output.contains(try await german("high risk")))
    // Day, month and year.
    #expect(shown.output.contains(/\d\d\.\d\d\.20\d\d/))
  }

  @Test func `what the history keeps in place of private parts is in German for people alone`() async throws {
    let text = home.folder("text")
    let words =
      "Your PayPal account is suspended. Verify your password on [phone number] or pay 50 euros to [account number]"
    Files.write(text, Array("\(words) at https://paypal-verify.top/a within 24 hours.".utf8))
    let shown = try await run("text", text.string).output
    for label in ["[phone number]", "[account number]"] {
      let german = try await german(label)
      #expect(shown.contains(german) && !shown.contains(label), "\(shown)")
    }
    let report = try #require(try await run("text", "--json", text.string).reports.first)
    #expect(report.evidence.contains { $0.excerpt.contains("[phone number]") })
  }

  @Test func `a record of bulk is in German, and what is stored in English`() async throws {
    let english = try #require(try await home.scan("--json", TestData.scam.string).reports.first)
    let list = home.folder("list")
    Files.write(list, Array("\(TestData.scam)\n".utf8))
    let record = try #require(try await run("bulk", "--files-from", list.string).reports.first)
    #expect(record.advice.description == (try await german(english.advice.english)))
    #expect(record.answer == english.answer && record.category == english.category)
    #expect(try await run("history", "list", "--json").reports.first?.advice == english.advice)
  }

  @Test func `the alert, its buttons and the answer to a click are in German`() async throws {
    let bus = try TestBus()
    let service = try FakeNotificationService(on: bus.address, capabilities: ["body", "actions"])
    let daemon = try await DaemonRun.ready(
      home, adding: variables.merging(["DBUS_SESSION_BUS_ADDRESS": bus.address]) { $1 })
    home.add(TestData.scam, as: "scam.png")
    let report = try #require(try await daemon.reports(1).first)
    try await eventually { !service.notifications.isEmpty }
    let alert = try #require(service.notifications.first)
    #expect(alert.summary == (try await german("⚠ Likely Scam Detected - Stay Alert")))
    #expect(!alert.body.contains("This looks") && alert.body.count > 40)
    #expect(alert.labels.contains(try await german("Not a scam")))
    #expect(report.riskLevel == .high)
    try await daemon.stop()
    #expect(!home.read(home.stateFolder.appending("events.jsonl")).contains(alert.summary))
  }

  @Test func `doctor says which setting lets German texts be read as well`() async throws {
    let remedy = "ocr-scan settings set languages eng deu"
    #expect(try await run("doctor").output.contains(remedy))
    #expect(!(try await home.scan("doctor").output.contains(remedy)))
    home.configure("languages: [eng, deu]\n")
    #expect(!(try await run("doctor").output.contains(remedy)))
  }

  @Test func `numbers and plurals follow the language`() async throws {
    let clean = try await run("--no-history", TestData.clean.string)
    #expect(clean.output.contains(/\d+(,\d)? s\)/) && !clean.output.contains(/\d\.\d s\)/))
    _ = try await run(TestData.clean.string)
    _ = try await run(TestData.scam.string)
    let one = try await run("history", "delete", "1").output
    _ = try await run(TestData.scam.string)
    let two = try await run("history", "delete", "2", "3").output
    #expect(one.contains("1") && two.contains("2") && !two.contains("Deleted"))
    #expect(one.replacing("1", with: "2") != two, "the same form for one and two")
  }

  @Test func `the page for a bank is in German`() async throws {
    _ = try await run(TestData.scam.string)
    let page = home.folder("page.html")
    #expect(try await run("history", "report", "1", "--output", page.string).status == 0)
    let html = home.read(page)
    #expect(html.contains("<html lang=\"de\">"))
    #expect(html.contains(try await german("What to do")) && !html.contains(">What to do<"))
    #expect(html.contains(try await german("Reasons")))
  }

  @Test func `the caption below a picture is in German, in the letters that its font has`() async throws {
    let picture = home.folder("marked.png")
    _ = try await run("--no-history", "--annotate", picture.string, TestData.clean.string)
    let text = try #require(try await home.scan("--json", "--no-history", picture.string).reports.first?.text)
    #expect(text.contains(try await german("nothing found").dropFirst()))
  }

  @Test func `without the locale of the system the language is the same`() async throws {
    let made = try await home.start(
      "ocr-scan", ["--no-history", TestData.scam.string], adding: ["LANG": "de_DE.UTF-8", "LOCPATH": "/nonexistent"]
    ).ended()
    #expect(made.output.contains(try await german("Why:")))
    #expect(made.output.contains(/\d+(,\d)? s\)/))
  }
}
