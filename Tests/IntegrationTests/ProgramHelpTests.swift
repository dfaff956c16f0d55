import SystemPackage
import TestSupport
import Testing

/// What the programs tell about themselves and the machine.
@Suite(.serialized) struct ProgramHelpTests {
  let home = UserHome()

  @Test(arguments: [
    [], ["scan"], ["text"], ["history"], ["history", "list"], ["history", "show"], ["history", "verify"],
    ["history", "correct"], ["history", "ask"], ["history", "delete"], ["history", "clear"], ["history", "export"],
    ["rules"],
    ["rules", "list"], ["rules", "show"], ["rules", "forget"], ["advice"], ["doctor"], ["latest"], ["pick"], ["open"],
    ["errors"],
    ["settings"], ["settings", "list"], ["settings", "get"], ["settings", "set"],
  ])
  func `every command has help with an example`(command: [String]) async throws {
    let run = try await home.start("ocr-scan", command + ["--help"]).ended()
    #expect(run.status == 0)
    #expect(run.output.contains("USAGE: ocr-scan") && run.output.contains("EXAMPLE"))
    #expect(run.diagnostics == "")
  }

  @Test func `the programs have one version`() async throws {
    let scan = try await home.scan("--version")
    let daemon = try await home.start("ocr-scand", ["--version"]).ended()
    #expect(scan.status == 0 && daemon.status == 0)
    #expect(scan.output == daemon.output)
    #expect(scan.output.split(separator: ".").count == 3)
    #expect(try await home.start("ocr-scand", ["--help"]).ended().output.contains("EXAMPLES"))
  }

  @Test(arguments: ["bash", "zsh", "fish"]) func `shells can complete the commands`(shell: String) async throws {
    let run = try await home.scan("--generate-completion-script", shell)
    #expect(run.status == 0)
    for word in ["history", "doctor", "fail-on", "no-history"] { #expect(run.output.contains(word)) }
    guard shell == "bash" else { return }
    Files.write(home.folder("completion"), Array(run.output.utf8))
    #expect(try await home.shell("bash -n completion").status == 0)
  }

  @Test func `the rules in force can be listed and looked at`() async throws {
    let list = try await home.scan("rules", "list")
    #expect(list.status == 0)
    #expect(list.lines.count > 50)
    let id = try #require(list.lines.dropFirst().first?.split(separator: " ").first.map(String.init))
    let shown = try await home.scan("rules", "show", id)
    #expect(shown.status == 0)
    for word in [id, "Meaning", "Weight", "Fires on"] { #expect(shown.output.contains(word)) }
  }

  @Test func `the checkup tries everything and is content`() async throws {
    home.configure("directories: [\(home.screenshots)]\n")
    let run = try await home.scan("doctor")
    #expect(run.status == 0)
    for topic in ["Settings", "Watcher", "Folder", "Watching", "Reading", "Rules", "History", "Alerts"] {
      #expect(run.lines.contains { $0.contains(" \(topic) ") }, "\(topic)")
    }
    #expect(run.output.contains("✓ Reading    a test picture was read in "))
    #expect(run.output.contains("Sandbox    worker: no files, no network, no new processes (tried just now"))
    #expect(run.output.contains("✓ Folder     \(home.screenshots) can be read"))
    #expect(!run.output.contains("✗"))
    #expect(run.output.contains("kept in \(home.dataFolder) for 30 days, with card numbers, codes and the like taken"))
    #expect(run.output.contains("nothing is\nsent anywhere"))
    // One screen, which ends with what to do next.
    #expect(run.lines.count < 24)
    #expect(run.output.contains("\nScanning works. Choose a screenshot to scan with: ocr-scan pick\n"))
    // Looking changes nothing.
    #expect(Files.mode(home.dataFolder) == nil)
  }

  @Test func `the checkup fits a terminal`() async throws {
    home.configure("directories: [\(home.screenshots)]\n")
    let run = try home.terminal("doctor", columns: 60, adding: ["OCR_SCAN_WORKERS": "1"])
    #expect(try await run.ended() == 0)
    let lines = run.output.split(whereSeparator: \.isNewline)
    let sandbox = try #require(lines.firstIndex { $0.contains(" Sandbox ") })
    #expect(lines[sandbox + 1].hasPrefix("             "))
  }

  @Test func `the checkup names what is missing and how to get it`() async throws {
    let language = try await home.scan("doctor", adding: ["OCR_SCAN_LANGUAGES": "xyz"])
    #expect(language.status == 69)
    #expect(language.output.contains("✗ Reading"))
    #expect(language.output.hasSuffix("Put right what is marked ✗, then look again with: ocr-scan doctor\n"))
    #expect(language.output.contains("→ Install it with: sudo apt install tesseract-ocr-xyz."))
    let settings = try await home.scan("doctor", adding: ["OCR_SCAN_WORKERS": "x"])
    #expect(settings.status == 78)
    #expect(settings.output.contains("✗ Settings"))
  }

  @Test func `the checkup finds a damaged history`() async throws {
    #expect(try await home.scan(TestData.clean.string).status == 0)
    Files.write(home.dataFolder.appending("history.sqlite"), Array(repeating: 0x5A, count: 8192))
    let run = try await home.scan("doctor")
    #expect(run.status == 74)
    #expect(run.output.contains("✗ History"))
  }
}
