import Foundation
import SystemPackage
import TestSupport
import Testing

/// What to do after a scam, as users see it.
@Suite(.serialized) struct AdviceCommandTests {
  let home = UserHome()

  @Test func `a risky screenshot is followed by whom to turn to where the user lives`() async throws {
    let run = try await home.scan(TestData.scam.string, adding: ["LANG": "en_GB.UTF-8"])
    let start = try #require(run.lines.firstIndex(of: "If you have already paid or given details (United Kingdom):"))
    #expect(
      run.lines[(start + 1)...].prefix(4) == [
        "  • Call your bank now, on the number on your card. Most banks: 159 (puts you through to your own).",
        "  • Report it: Report Fraud, 0300 123 2040, www.reportfraud.police.uk (for England, Wales and Northern Ireland).",
        "  • Pass the message on: 7726 (for text messages; free of charge).",
        "  More, and what to save: ocr-scan advice tech_support",
      ])
    let shown = try await home.scan("history", "show", "1", adding: ["LANG": "nl_NL.UTF-8", "LANGUAGE": "en"])
    #expect(
      shown.output.contains("  If you have already paid or given details (Netherlands):\n    • Call your bank now"))
  }

  @Test func `harmless screenshots, reports for programs and many files are left alone`() async throws {
    #expect(!(try await home.scan(TestData.clean.string)).output.contains("If you have"))
    #expect(!(try await home.scan("--json", TestData.scam.string)).output.contains("If you have"))
    #expect(!(try await home.scan(TestData.scam.string, TestData.clean.string)).output.contains("If you have"))
  }

  @Test func `the setting decides, then the locale, and nothing else`() async throws {
    let unknown = try await home.scan("advice", adding: ["TZ": "Europe/Vienna"])
    #expect(unknown.status == 0)
    #expect(unknown.output.hasPrefix("What to do after a scam\n"))
    #expect(unknown.diagnostics.contains("Where you live is not known. There are lists for: AT, AU, BE,"))
    #expect(unknown.diagnostics.contains("ocr-scan settings set country CC"))
    let locale = ["LANG": "en_IE.UTF-8"]
    #expect(try await home.scan("advice", adding: locale).output.hasPrefix("What to do after a scam, Ireland\n"))
    #expect(try await home.scan("settings", "set", "country", "pt").status == 0)
    #expect(try await home.scan("settings", "get", "country").lines == ["PT"])
    #expect(try await home.scan("advice", adding: locale).output.hasPrefix("What to do after a scam, Portugal\n"))
    #expect(try await home.scan("advice", "--country", "NZ", adding: locale).output.contains("Netsafe"))
    #expect(try await home.scan("settings", "set", "country", "Portugal").status == 78)
    #expect(try await home.scan("settings", "set", "country", "auto").status == 0)
    let none = try await home.scan("advice", adding: ["LANG": "pl_PL.UTF-8"])
    #expect(none.status == 0 && none.diagnostics.contains("There is no list for PL yet."))
  }

  @Test func `all of it names its pages`() async throws {
    let run = try await home.scan("advice", "delivery", "--country", "DE")
    #expect(run.status == 0 && run.diagnostics == "")
    for words in [
      "What to do: false delivery notice, Germany\n", "\nNow\n  • Stop writing",
      "Sperr-Notruf: call 116 116 (day and night;",
      "\nSave, and do not delete\n",
      "Sperr-Notruf e. V., without a date, read on 2026-11-22: https://www.sperr-notruf.de/",
    ] {
      #expect(run.output.contains(words), "\(words)")
    }
  }

  @Test func `programs get one object with every key`() async throws {
    let run = try await home.scan("advice", "--json", "--country", "ES")
    #expect(run.lines.count == 1)
    #expect(
      JSONText.keys(run.output) == ["category", "contacts", "country", "country_name", "now", "save", "say_to_bank"])
    let contact = try #require(run.output.split(separator: "\"contacts\":[").last.map(String.init))
    #expect(
      JSONText.keys(contact)
        == ["call", "hours", "kind", "mail", "name", "note", "source", "text", "web", "whatsapp"])
    #expect(run.output.contains("\"call\":\"017\"") && run.output.contains("\"dated\":null"))
    let nowhere = try await home.scan("advice", "--json")
    #expect(nowhere.output.contains("\"country\":null") && nowhere.output.contains("\"contacts\":[]"))
  }

  @Test(arguments: [["advice", "weather"], ["advice", "--country", "Germany"], ["advice", "none"]])
  func `wrong usage says what there is`(arguments: [String]) async throws {
    let run = try await home.start("ocr-scan", arguments).ended()
    #expect(run.status == 64)
    #expect(run.diagnostics.contains("delivery") || run.diagnostics.contains("GB"))
  }

  @Test func `a message to copy holds nothing private and no link`() async throws {
    #expect(try await home.scan(TestData.scam.string).status == 1)
    let friend = try await home.scan("history", "ask", "1")
    #expect(friend.status == 0 && friend.diagnostics == "")
    #expect(friend.output.contains("says: high risk, false tech support.") && friend.output.contains("- It "))
    #expect(!friend.output.contains("example-push"))
    let bank = try await home.scan("history", "ask", "1", "--bank")
    #expect(bank.output.contains("looks like a scam (false tech support)") && bank.output.contains("reference number"))
    #expect(!bank.output.contains("infected"))
    // The user's verdict overrides ours.
    #expect(try await home.scan("history", "verify", "1", "--not-scam").status == 0)
    #expect(!(try await home.scan("history", "ask", "1", "--bank")).output.contains("scam"))
    #expect(try await home.scan("history", "ask", "9").status == 66)
  }

  @Test func `a message to copy says no more than is known`() async throws {
    _ = try await home.scan(TestData.clean.string)
    _ = try await home.scan(TestData.folder.appending("images/hostile/all-black.png").string)
    let harmless = try await home.scan("history", "ask", "1", "--bank").output
    #expect(harmless.contains("I am not sure whether it is genuine.") && !harmless.contains("scam"))
    let unread = try await home.scan("history", "ask", "2")
    #expect(unread.output.contains("could not read it.") && !unread.output.contains("not judged"))
    #expect(try await home.scan("history", "verify", "2", "--scam").status == 0)
    #expect(try await home.scan("history", "ask", "2", "--bank").output.contains("that looks like a scam."))
  }

  @Test func `where somebody is threatened, all of it begins with the police`() async throws {
    let run = try await home.scan("advice", "extortion", "--country", "NL").output
    let (police, bank) = (try #require(run.range(of: "\nPolice\n")), run.range(of: "\nBank and cards\n"))
    #expect(bank.map { police.lowerBound < $0.lowerBound } ?? true)
    let scotland = try await home.scan("advice", "extortion", "--country", "GB").output
    #expect(scotland.contains("999") && scotland.contains("only if somebody is in danger now"))
  }
}
