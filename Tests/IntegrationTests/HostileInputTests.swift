import Glibc
import LinuxSystem
import ScanModel
import SystemPackage
import TestSupport
import Testing

/// File names, links and timings chosen to do harm, against the real programs.
@Suite(.serialized) struct HostileInputTests {
  let home = UserHome()

  @Test(arguments: [
    "--help.png", "-", "-rf", "$(touch made).png", "`touch made`.png", "a;touch made.png", "file:a.png",
  ])
  func `a name is never an option, a command or an address`(name: String) async throws {
    let folder = home.folder("named")
    Files.makeFolder(folder)
    Files.write(folder.appending(name), Files.contents(TestData.clean))
    let run = try await home.scan("--no-history", "--json", "--", "\(folder)/\(name)")
    #expect(run.status == 0)
    #expect(try run.reports.first?.text == TestData.sentence)
    // The same from inside the folder, with only a file name.
    let inside = try await home.shell("cd '\(folder)' && $SCAN --no-history --json -- './\(name)'")
    #expect(inside.status == 0)
    #expect(Files.mode(folder.appending("made")) == nil && Files.mode(home.folder("made")) == nil)
  }

  @Test func `an address is a file that is not there`() async throws {
    for address in ["http://127.0.0.1:9/a.png", "https://example.com/a.png", "ftp://example.com/a.png"] {
      #expect(try await home.scan("--no-history", address).status == 66)
    }
  }

  @Test func `a name cannot write lines of its own into a log`() async throws {
    let daemon = try await DaemonRun.ready(home)
    let names = ["x\n<3>FAKE ALERT.png", "y\rReady.\n{\"event\":\"complete\"}.png", "\u{1B}]0;title\u{07}.png"]
    for name in names { home.add(TestData.noPicture, as: name) }
    try await daemon.reports(names.count)
    let ended = try await daemon.stop()
    for line in ended.diagnostics.split(separator: "\n") {
      #expect(!line.hasPrefix("<") && !line.hasPrefix("{"), "\(line)")
    }
    #expect(!ended.diagnostics.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{07}" || $0 == "\r" })
    #expect(!home.read(home.stateFolder.appending("events.jsonl")).contains("FAKE"))
    #expect(ended.output.split(separator: "\n").count == names.count)
  }

  @Test func `a link out of the folder is not followed`() async throws {
    let secret = home.folder("secret.png")
    Files.write(secret, Files.contents(TestData.scam))
    let daemon = try await DaemonRun.ready(home)
    Files.symlink(secret, at: home.screenshots.appending("link.png"))
    Files.symlink("/etc/passwd", at: home.screenshots.appending("passwd.png"))
    Files.symlink("/nonexistent", at: home.screenshots.appending("dangling.png"))
    home.add(TestData.clean, as: "last.png")
    let reports = try await daemon.reports(1)
    try await daemon.stop()
    #expect(reports.map(\.text) == [TestData.sentence])
    let listed = try await home.scan("history", "list", "--json")
    #expect(listed.lines.count == 1)
    #expect(!listed.output.contains("link.png") && !listed.output.contains("root:"))
  }

  @Test func `no word of one screenshot is in the result of the next`() async throws {
    let secrets = TestData.folder.appending("private/secrets.png").string
    let run = try await home.scan("--no-history", "--json", "--jobs", "1", secrets, TestData.clean.string, secrets)
    let reports = try run.reports
    try #require(reports.count == 3)
    #expect(reports[1].text == TestData.sentence)
    #expect(reports[0].text == reports[2].text)
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func `a command that is stopped leaves no worker`(signal: Int32) async throws {
    let picture = home.folder("long.png")
    Files.write(picture, ImageFile.scribble(width: 1920, height: 1080, seed: 7))
    let process = try home.start("ocr-scan", ["--no-history", picture.string])
    try await eventually { !process.children.isEmpty }
    process.send(signal)
    let ended = try await process.ended()
    #expect(ended.signal == signal || ended.status == 128 + signal)
    #expect(ended.output == "")
    try await eventually { process.children.isEmpty }
  }

  @Test func `hostile variables of the environment reach no worker`() async throws {
    let run = try await home.scan(
      "--no-history", "--json", TestData.clean.string,
      adding: [
        "TESSDATA_PREFIX": "/tmp/evil", "OMP_NUM_THREADS": "64", "OMP_THREAD_LIMIT": "64", "LC_ALL": "tr_TR.UTF-8",
        "LD_BIND_NOW": "1", "MALLOC_PERTURB_": "165",
      ])
    #expect(run.status == 0)
    #expect(try run.reports.first?.text == TestData.sentence)
  }
}
