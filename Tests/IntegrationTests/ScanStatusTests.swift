import Foundation
import ScanModel
import SystemPackage
import TestSupport
import Testing

/// The exit statuses of `ocr-scan`, each with its message.
@Suite(.serialized) struct ScanStatusTests {
  let home = UserHome()

  @Test func `an innocent screenshot ends with 0, one quiet line and nothing on standard error`() async throws {
    let run = try await home.scan(TestData.clean.string)
    #expect(run.status == 0)
    #expect(run.lines.count == 1)
    #expect(run.output.hasPrefix("○ Scanned "))
    #expect(run.output.contains("nothing found") && run.output.contains(", but I cannot see everything\n"))
    #expect(run.diagnostics == "")
  }

  @Test func `a scam ends with 1 and a banner without any words of the screenshot`() async throws {
    let run = try await home.scan(TestData.scam.string)
    #expect(run.status == 1)
    #expect(run.diagnostics == "")
    #expect(run.output.contains("⚠ Likely Scam Detected - Stay Alert"))
    #expect(run.output.contains("╭──") && run.output.contains("──╯"))
    let banner = run.output.prefix(upTo: try #require(run.output.range(of: "╯")).lowerBound)
    for word in ["McAfee", "expired", "pc-clean", "subscription", "buzz"] { #expect(!banner.contains(word)) }
    // What was checked is below it, by name.
    #expect(run.output.contains("leads to example-push.buzz"))
  }

  @Test(arguments: [("never", Int32(0)), ("high", 1), ("medium", 1)])
  func `what counts as found is for the user to say`(failOn: String, status: Int32) async throws {
    let run = try await home.scan("--fail-on", failOn, TestData.scam.string)
    #expect(run.status == status)
    #expect(run.output.contains("⚠ Likely Scam Detected"))
  }

  @Test(arguments: [
    (TestData.noPicture, "is of a kind that cannot be scanned: it is a text."), (TestData.truncated, "is incomplete"),
    (TestData.corrupt, "is damaged"),
    (TestData.tooLarge, "is too large to scan"),
  ])
  func `a file that cannot be decoded ends with 65 and a way out`(file: FilePath, words: String) async throws {
    let run = try await home.scan(file.string)
    #expect(run.status == 65)
    #expect(run.output == "")
    #expect(run.diagnostics.hasPrefix("Can't Read This Image: \(file.string) \(words)"))
    #expect(run.diagnostics.contains("\n  → "))
  }

  @Test func `a missing file ends with 66`() async throws {
    let run = try await home.scan("nowhere.png")
    #expect(run.status == 66)
    #expect(run.diagnostics.hasPrefix("Screenshot Not Found: nowhere.png does not exist"))
  }

  @Test func `a folder means the screenshots in it`() async throws {
    home.add(TestData.clean, as: "first.png")
    home.add(TestData.clean, as: "second.PNG")
    home.add(TestData.clean, as: "notes.txt")
    Files.makeFolder(home.screenshots.appending("folder.png"))
    let run = try await home.scan("--json", home.screenshots.string)
    #expect(run.status == 0)
    #expect(
      try Set(run.reports.compactMap(\.path)) == Set(["first.png", "second.PNG"].map { "\(home.screenshots)/\($0)" }))
  }

  @Test func `a folder without screenshots ends with 66`() async throws {
    let run = try await home.scan(home.screenshots.string)
    #expect(run.status == 66)
    #expect(run.diagnostics.contains("\(home.screenshots) holds no picture"))
  }

  @Test(arguments: [
    (["sttings"], "ocr-scan settings"), (["hystory", "list"], "ocr-scan history"), (["picks.png"], nil),
    (["tekst"], "ocr-scan text"),
    (["a", "docter"], nil), (["scan", "scan"], nil), (["scan", "picks"], nil),
  ])
  func `a mistyped command is told from a missing picture`(arguments: [String], meant: String?) async throws {
    let run = try await home.start("ocr-scan", arguments).ended()
    #expect(run.status == 66)
    let told = "Did you mean this command: "
    #expect(run.diagnostics.contains(told + (meant ?? "")) == (meant != nil), "\(run.diagnostics)")
  }

  @Test func `one screenshot may come through a pipe`() async throws {
    let run = try await home.shell("cat '\(TestData.clean)' | $SCAN --json -")
    #expect(run.status == 0)
    let report = try #require(run.reports.first)
    #expect(report.path == nil)
    #expect(report.text == TestData.sentence)
    let empty = try await home.scan("-")
    #expect(empty.status == 65)
    #expect(empty.diagnostics.contains("standard input is incomplete: the file is empty"))
  }

  @Test func `a language that is not installed ends with 69 and names its package`() async throws {
    let run = try await home.scan("--lang", "eng+chi_sim_vert", TestData.clean.string)
    #expect(run.status == 69)
    #expect(run.diagnostics.contains("Language Not Installed: The text recognition data for chi_sim_vert"))
    #expect(run.diagnostics.contains("sudo apt install tesseract-ocr-chi-sim-vert"))
  }

  @Test(arguments: [
    ["--unknown", "a.png"], [], ["--timeout", "0", "a.png"], ["--timeout", "61", "a.png"], ["--jobs", "0", "a.png"],
    ["--lang", "../evil", "a.png"], ["--lang", "", "a.png"], ["--fail-on", "low", "a.png"], ["history", "list", "x"],
    ["--color", "blue", "a.png"], [""], ["text", "--json", "--jsonl"], ["history", "export", "--json", "--csv"],
    ["rules", "show", "no.such.rule"],
  ])
  func `wrong usage ends with 64 and says how it is used`(arguments: [String]) async throws {
    let run = try await home.start("ocr-scan", arguments).ended()
    #expect(run.status == 64)
    #expect(run.output == "")
    #expect(run.diagnostics.localizedCaseInsensitiveContains("usage:") || run.diagnostics.contains("rules list"))
    #expect(!run.diagnostics.contains("Fatal"))
  }

  @Test func `a worker that is missing ends with 69`() async throws {
    // The program alone, as after a broken installation.
    let copy = home.folder("ocr-scan").string
    let run = try await home.shell("cp --reflink=auto \"$SCAN\" \(copy) && \(copy) '\(TestData.clean)'")
    #expect(run.status == 69)
    #expect(run.diagnostics.contains("ocr-scan-worker is not installed"))
    #expect(run.diagnostics.contains("ocr-scan doctor"))
  }

  @Test(.enabled(if: UnprivilegedThread.isPossible, "only root can become another user"))
  func `a file of somebody else ends with 77 and says how to allow it`() async throws {
    let file = home.add(TestData.clean, as: "private.png")
    Files.setMode(file, 0)
    for path in [home.folder.path, home.folder("runtime"), home.screenshots] { Files.setMode(path, 0o777) }
    let run = try await home.shell(
      "setpriv --reuid 65534 --regid 65534 --clear-groups \"$SCAN\" --json --no-history '\(file)'")
    #expect(run.status == 77)
    let error = try #require(run.reports.first?.error)
    #expect(error.code == .permissionDenied)
    #expect(error.title == "Screenshots Access Required")
    #expect(run.diagnostics.contains("chmod u+rX \(file)"))
  }
}
