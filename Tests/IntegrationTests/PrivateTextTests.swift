import Glibc
import LinuxSystem
import ScanModel
import SystemPackage
import TestSupport
import Testing

/// A screenshot with private data of every kind (testdata/generator/private.py), scanned in every way, including scans
/// that fail: afterwards no file contains any of it.
@Suite(.serialized) struct PrivateTextTests {
  static let picture = TestData.folder.appending("private/secrets.png")
  /// Texts, as recognized, that are redacted before anything is stored.
  static let secrets = [
    "4111 1111 1111 1111", "DE89 3704 0044 0532 0130 00", "739154", "Quail7Lantern", "4b5c6d7e8f90a1b2c3d4e5f6",
    "4d5e6f60718293a", "2c3d4e5f60718293a", "apple river stone", "mirabelle.ottway", "7946 0958",
    "Quartz7Meadow", "k7wq4mzt9x",
  ]
  /// Words that may occur in the history and in the output the user requested, but nowhere else.
  static let words = ["Zanzibar", "sunflower", "account-verify", "lose your money"]

  let home = UserHome()
  let bus: TestBus
  let service: FakeNotificationService

  init() throws {
    bus = try TestBus()
    service = try FakeNotificationService(on: bus.address)
    Files.makeFolder(home.folder("temporary"))
  }

  private var session: [String: String] {
    [
      "DBUS_SESSION_BUS_ADDRESS": bus.address, "TMPDIR": home.folder("temporary").string,
      // A user may have set this; it must not matter.
      "SWIFT_BACKTRACE": "enable=yes,color=no",
    ]
  }

  private func holds(_ bytes: [UInt8], _ word: String) -> Bool {
    let word = Array(word.utf8)
    guard bytes.count >= word.count, let first = word.first else { return false }
    return bytes.indices.dropLast(word.count - 1).contains { bytes[$0] == first && bytes[$0...].starts(with: word) }
  }

  /// Every regular file below a folder.
  private func files(_ folder: FilePath) async throws -> [FilePath] {
    try await home.shell("find '\(folder)' -type f").lines.map { FilePath($0) }
  }

  private func expectNoWords(in bytes: [UInt8], _ what: String, alsoWithout words: [String] = words) {
    for word in Self.secrets + words { #expect(!holds(bytes, word), "\(word) in \(what)") }
  }

  /// Searches everything that was written.
  private func expectNothingWritten() async throws {
    for folder in [home.dataFolder, home.stateFolder, home.runtimeFolder] {
      for file in try await files(folder) {
        let isHistory = (file.lastComponent?.string ?? "").hasPrefix("history.sqlite")
        expectNoWords(in: Files.contents(file), file.string, alsoWithout: isHistory ? [] : Self.words)
      }
    }
    #expect(try await files(home.folder("temporary")).isEmpty)
    let core = try await home.shell("find '\(home.folder.path)' -name 'core*'")
    #expect(core.output == "")
    for alert in service.notifications {
      expectNoWords(in: Array("\(alert)".utf8), "an alert")
    }
  }

  @Test func `the command shows what it reads and keeps none of the secrets`() async throws {
    let shown = try await home.scan("--show-text", Self.picture.string, adding: session)
    #expect(shown.status == 1)
    for word in Self.secrets where !word.contains("6f60718293a") { #expect(shown.output.contains(word), "\(word)") }
    expectNoWords(in: Array(shown.diagnostics.utf8), "standard error")
    let listed = try await home.scan("history", "list", "--json", adding: session)
    for label in ["[card number]", "[account number]", "[code]", "[password]", "[private key]", "[recovery phrase]"] {
      #expect(listed.output.contains(label), "\(label)")
    }
    for label in ["[e-mail address]", "[phone number]"] { #expect(listed.output.contains(label), "\(label)") }
    expectNoWords(in: Array(listed.output.utf8), "the list", alsoWithout: [])
    try await expectNothingWritten()
    let cleared = try await home.scan("history", "clear", "--yes", adding: session)
    #expect(cleared.status == 0)
    for file in try await files(home.dataFolder) { expectNoWords(in: Files.contents(file), file.string) }
  }

  @Test func `the watcher keeps none of it, whether it reads, fails or is killed`() async throws {
    let watcher = try home.start("ocr-scand", ["--directory", home.screenshots.string], adding: session)
    try await eventually(within: .seconds(90)) { watcher.diagnostics.contains("\nReady.\n") }
    let bytes = Files.contents(Self.picture)
    Files.write(home.screenshots.appending("whole.png"), bytes)
    Files.write(home.screenshots.appending("half.png"), Array(bytes.prefix(bytes.count / 2)))
    Files.write(home.screenshots.appending("again.png"), bytes + [1])
    // A worker that crashes with the text in its memory; meanwhile the process table is read.
    var commandLines: [String] = []
    for _ in 0..<300 {
      for child in watcher.children {
        commandLines += ProcessTable.arguments(of: child) + ProcessTable.environment(of: child)
      }
      if commandLines.count > 20, let child = watcher.children.first {
        kill(child, SIGSEGV)
        break
      }
      try await Task.sleep(for: .milliseconds(5))
    }
    #expect(!commandLines.isEmpty)
    expectNoWords(in: Array(commandLines.joined(separator: "\n").utf8), "the process table")
    try await eventually(within: .seconds(90)) { !service.notifications.isEmpty }
    try await eventually(within: .seconds(90)) {
      home.read(home.stateFolder.appending("events.jsonl")).count(of: "\"complete\"") >= 3
    }
    // The watcher itself, which holds everything in memory.
    let process = try #require(home.watcher)
    kill(process, SIGSEGV)
    let ended = try await watcher.ended(within: .seconds(60))
    #expect(ended.signal == SIGSEGV)
    #expect(!ended.diagnostics.lowercased().contains("backtrace") && !ended.diagnostics.contains("Crash"))
    expectNoWords(in: Array(ended.output.utf8), "standard output")
    expectNoWords(in: Array(ended.diagnostics.utf8), "standard error")
    try await expectNothingWritten()
  }

  @Test func `a command that crashes shows nothing of its memory`() async throws {
    let command = try home.start("ocr-scan", [Self.picture.string], adding: session)
    try await eventually(within: .seconds(60)) { !command.children.isEmpty || command.hasEnded }
    command.send(SIGSEGV)
    let ended = try await command.ended()
    #expect(ended.signal == SIGSEGV || ended.status == 1)
    #expect(!ended.diagnostics.lowercased().contains("backtrace") && !ended.diagnostics.contains("Crash"))
    expectNoWords(in: Array(ended.diagnostics.utf8), "standard error")
    try await expectNothingWritten()
  }

  @Test func `files are private whatever the umask`() async throws {
    let program = try BuiltProgram.path("ocr-scand")
    _ = try await home.shell("umask 0; $SCAN '\(TestData.clean)'")
    let daemon = try ProgramRun(
      "/bin/sh", [Array("-c".utf8), Array("umask 0; exec '\(program)' --json --directory '\(home.screenshots)'".utf8)],
      environment: home.environment)
    home.add(TestData.scam, as: "a.png")
    try await eventually(within: .seconds(90)) { daemon.output.contains("\n") }
    for folder in [home.dataFolder, home.stateFolder, home.runtimeFolder] {
      #expect(Files.mode(folder) == 0o700, "\(folder)")
      let found = try await files(folder)
      // A file that replaces another may have taken its name since.
      let modes = found.map { ($0, Files.mode($0)) }.filter { $0.1 != nil }
      #expect(!modes.isEmpty)
      for (file, mode) in modes { #expect(mode == 0o600, "\(file)") }
    }
    daemon.send(SIGTERM)
    _ = try await daemon.ended()
  }

  @Test(arguments: ["data", "runtime"])
  func `a directory that others may write to is refused`(name: String) async throws {
    let folder = name == "data" ? home.dataFolder : home.runtimeFolder
    _ = try await home.shell("mkdir -p '\(folder)' && chmod 0777 '\(folder)'")
    let daemon = try home.start("ocr-scand", ["--directory", home.screenshots.string])
    let ended = try await daemon.ended(within: .seconds(60))
    #expect(ended.status == (name == "data" ? 74 : 77))
    #expect(ended.diagnostics.contains("can be written by other users"))
    #expect(try await files(folder).isEmpty)
  }

  @Test(.enabled(if: UnprivilegedThread.isPossible, "needs root, to be another user"))
  func `a directory of another user is refused`() async throws {
    _ = try await home.shell("mkdir -p '\(home.dataFolder)' && chown 65534 '\(home.dataFolder)'")
    let run = try await home.scan("history", "list")
    #expect(run.status == 74)
    #expect(run.diagnostics.contains("belongs to another user"))
  }

  @Test func `events go nowhere where others may write`() async throws {
    _ = try await home.shell("mkdir -p '\(home.stateFolder)' && chmod 0777 '\(home.stateFolder)'")
    #expect(try await home.scan(TestData.clean.string).status == 0)
    #expect(try await files(home.stateFolder).isEmpty)
  }
}

extension String {
  /// How often a word occurs.
  fileprivate func count(of word: String) -> Int {
    split(separator: word, omittingEmptySubsequences: false).count - 1
  }
}
