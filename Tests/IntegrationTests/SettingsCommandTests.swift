import ScanModel
import SystemPackage
import TestSupport
import Testing

/// `ocr-scan settings`.
@Suite(.serialized) struct SettingsCommandTests {
  let home = UserHome()
  private var file: FilePath { home.settingsFile }

  @Test func `without a file every setting is listed with its default`() async throws {
    let run = try await home.scan("settings", "list")
    #expect(run.status == 0)
    #expect(run.lines.count == 16)
    #expect(run.lines.contains { $0.hasPrefix("languages ") && $0.contains(" eng ") })
    #expect(!run.output.contains("(set)"))
    #expect(run.diagnostics.contains("ocr-scan settings set NAME VALUE"))
    #expect(Files.mode(file) == nil)
  }

  @Test func `a setting that is set is kept, listed and used, and its file is private`() async throws {
    let set = try await home.scan("settings", "set", "languages", "eng", "deu")
    #expect(set.status == 0)
    #expect(set.output == "")
    #expect(set.diagnostics.contains("languages is now eng, deu"))
    #expect(Files.mode(file) == 0o600)
    #expect(try await home.scan("settings", "get", "languages").lines == ["eng", "deu"])
    #expect(try await home.scan("settings", "list").output.contains("eng, deu (set)"))
    let report = try await home.scan("--json", TestData.clean.string).reports.first
    #expect(report?.ocr?.languages == ["eng", "deu"])
  }

  @Test func `comments and other settings stay`() async throws {
    home.configure("# mine\nworkers: 1 # one is enough\n\n# loud\nalert_sound: true\n")
    #expect(try await home.scan("settings", "set", "workers", "2").status == 0)
    #expect(home.read(file) == "# mine\nworkers: 2 # one is enough\n\n# loud\nalert_sound: true\n")
  }

  @Test(arguments: [
    ["workers", "99"], ["workers", "two"], ["languages", "../eng"], ["scan_timeout", "0"], ["store_text", "all"],
    ["directories", "relative"], ["alert_level", "high", "medium"],
  ])
  func `a wrong value changes nothing and is told what is allowed`(arguments: [String]) async throws {
    home.configure("workers: 1\n")
    let run = try await home.start("ocr-scan", ["settings", "set"] + arguments).ended()
    #expect(run.status == 78)
    #expect(run.diagnostics.contains("must be"))
    #expect(home.read(file) == "workers: 1\n")
  }

  @Test(arguments: [["get", "colour"], ["set", "colour", "red"]])
  func `a setting that does not exist is wrong usage, and the others are named`(arguments: [String]) async throws {
    let run = try await home.start("ocr-scan", ["settings"] + arguments).ended()
    #expect(run.status == 64)
    #expect(run.diagnostics.contains("There is no setting \"colour\"") && run.diagnostics.contains("alert_level"))
  }

  @Test func `a broken file is told and not changed`() async throws {
    home.configure("workers: many\n")
    for arguments in [["list"], ["get", "workers"], ["set", "alert_level", "high"]] {
      let run = try await home.start("ocr-scan", ["settings"] + arguments).ended()
      #expect(run.status == 78)
      #expect(run.diagnostics.contains("\"workers\" must be a whole number"))
    }
    #expect(home.read(file) == "workers: many\n")
  }

  @Test func `the environment wins, and that is said`() async throws {
    let run = try await home.scan("settings", "set", "workers", "2", adding: ["OCR_SCAN_WORKERS": "1"])
    #expect(run.status == 0)
    #expect(run.diagnostics.contains("OCR_SCAN_WORKERS is set in this environment"))
    #expect(try await home.scan("settings", "get", "workers", adding: ["OCR_SCAN_WORKERS": "1"]).lines == ["1"])
    let json = try await home.scan("settings", "list", "--json", adding: ["OCR_SCAN_WORKERS": "1"])
    #expect(json.lines.count == 1)
    #expect(json.output.contains("\"workers\":{\"allowed\":") && json.output.contains("\"origin\":\"environment\""))
  }
}
