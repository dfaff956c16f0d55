import ScanModel
import SystemPackage
import TestSupport
import Testing

/// `ocr-scan errors`, and which failures it lists.
@Suite(.serialized) struct ErrorsCommandTests {
  let home = UserHome()
  private var file: FilePath { home.stateFolder.appending("errors.json") }

  @Test func `without failures there is nothing to tell`() async throws {
    let run = try await home.scan("errors")
    #expect(run.status == 0 && run.output == "")
    #expect(run.diagnostics == "No failures are recorded.\n")
    #expect(Files.mode(file) == nil)
  }

  @Test func `failures are listed newest first, without names`() async throws {
    _ = try await home.scan("--json", "secret-name.png", TestData.noPicture.string, TestData.clean.string)
    let run = try await home.scan("errors")
    #expect(run.status == 0)
    let titles = run.lines.filter { !$0.hasPrefix("  →") }
    #expect(titles.count == 2)
    #expect(
      titles.first?.contains("medium") == true
        && titles.first?.contains("Can't Read This Image (unsupported_format)") == true)
    #expect(titles.last?.contains("low") == true && titles.last?.contains("Screenshot Not Found (not_found)") == true)
    #expect(run.lines.contains { $0.hasPrefix("  → ") })
    #expect(Files.mode(file) == 0o600)
    for text in [run.output, home.read(file)] { #expect(!text.contains("secret") && !text.contains("text.png")) }
    let json = try await home.scan("errors", "--json").lines
    #expect(json.count == 2)
    #expect(JSONText.keys(json[0]) == ["code", "duration_ms", "scan_id", "severity", "time"])
  }

  @Test func `a hundred are kept`() async throws {
    let names = (0..<120).map { "\($0).png" }
    _ = try await home.start("ocr-scan", ["--json"] + names + [TestData.noPicture.string]).ended()
    let lines = try await home.scan("errors", "--json").lines
    #expect(lines.count == 100)
    #expect(lines.first?.contains("unsupported_format") == true && lines.last?.contains("not_found") == true)
  }

  @Test func `the daemon keeps its failures, too`() async throws {
    let daemon = try await DaemonRun.ready(home)
    home.add(TestData.noPicture, as: "broken.png")
    try await daemon.reports(1)
    try await daemon.stop()
    #expect(try await home.scan("errors", "--json").output.contains("\"unsupported_format\""))
  }

  @Test func `a list that is damaged is told, and begun anew`() async throws {
    _ = try await home.scan("nowhere.png")
    Files.write(file, Array("damaged".utf8))
    let run = try await home.scan("errors")
    #expect(run.status == 74)
    #expect(run.diagnostics.contains("The list of failures could not be read: the file is damaged"))
    #expect(try await home.scan("errors", "--json").lines.count == 1)
  }

  @Test func `settings that are broken do not hide it`() async throws {
    home.configure("workers: many\n")
    #expect(try await home.scan("latest").status == 78)
    #expect(try await home.scan("errors").output.contains("Settings Not Understood"))
  }
}
