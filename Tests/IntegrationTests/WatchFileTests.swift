import Glibc
import ScanModel
import SystemPackage
import TestSupport
import Testing

/// Other files next to good screenshots neither stop the daemon nor count as safe.
@Suite(.serialized) struct WatchFileTests {
  let home = UserHome()

  @Test func `damaged files have an outcome, and the next screenshot is scanned`() async throws {
    let daemon = try await DaemonRun.ready(home)
    for (picture, name) in [
      (TestData.truncated, "cut.png"), (TestData.empty, "empty.png"), (TestData.noPicture, "text.png"),
      (TestData.corrupt, "corrupt.png"), (TestData.tooLarge, "large.png"), (TestData.clean, "fine.png"),
    ] { home.add(picture, as: name) }
    let reports = try await daemon.reports(6)
    var outcomes: [String: String] = [:]
    for report in reports {
      let name = (report.path ?? "").split(separator: "/").last.map(String.init) ?? ""
      outcomes[name] = report.error?.code.rawValue ?? report.riskLevel.rawValue
    }
    #expect(
      outcomes == [
        "cut.png": "truncated", "empty.png": "truncated", "text.png": "unsupported_format",
        "corrupt.png": "corrupt_image",
        "large.png": "image_too_large", "fine.png": "low",
      ])
    try await daemon.stop()
    #expect(daemon.reports.count == 6)
  }

  @Test func `an empty file that is filled later is scanned then`() async throws {
    let daemon = try await DaemonRun.ready(home)
    home.add(TestData.empty, as: "late.png")
    let first = try await daemon.reports(1)
    #expect(first.first?.error?.code == .truncated)
    home.add(TestData.clean, as: "late.png")
    let second = try await daemon.reports(2)
    #expect(second.last?.riskLevel == .low)
    try await daemon.stop()
  }

  @Test func `what is no file is passed over and blocks nothing`() async throws {
    Files.write(home.folder("secret.png"), Files.contents(TestData.scam))
    let folder = home.screenshots
    Files.makeFIFO(folder.appending("before.png"))
    let daemon = try await DaemonRun.ready(home)
    Files.makeFIFO(folder.appending("pipe.png"))
    Files.makeFolder(folder.appending("folder.png"))
    Files.makeSocket(folder.appending("socket.png"))
    Files.symlink(home.folder("secret.png"), at: folder.appending("link.png"))
    Files.symlink("/nowhere", at: folder.appending("dangling.png"))
    home.add(TestData.clean, as: "fine.png")
    try await daemon.reports(1)
    // Events come in order: what was there before this one has been looked at when its report is there.
    home.add(TestData.clean, as: "later.png")
    try await daemon.reports(2)
    #expect(try await daemon.stop().status == 0)
    #expect(daemon.reports.compactMap(\.path) == ["\(folder)/fine.png", "\(folder)/later.png"])
  }

  @Test(.enabled(if: UnprivilegedThread.isPossible, "root may read everything, so the daemon must be somebody else"))
  func `a file that cannot be read has that outcome`() async throws {
    for path in [home.folder.path, home.folder("runtime"), home.screenshots] { Files.setMode(path, 0o777) }
    unsafe chown(home.folder("runtime").string, 65534, 65534)
    let file = home.add(TestData.clean, as: "private.png")
    Files.setMode(file, 0)
    let daemon = try BuiltProgram.path("ocr-scand").string
    let run = try ProgramRun(
      "/usr/bin/setpriv",
      [
        "--reuid", "65534", "--regid", "65534", "--clear-groups", daemon, "--json", "--directory",
        home.screenshots.string,
      ]
      .map { Array($0.utf8) }, environment: home.environment)
    try await eventually(within: .seconds(60)) { run.output.hasSuffix("\n") }
    let report = try ScanReport(jsonLine: String(run.output.dropLast()))
    #expect(report.error?.code == .permissionDenied)
    #expect(report.riskLevel == .unknown)
    run.send(SIGTERM)
    #expect(try await run.ended().status == 0)
  }

  @Test func `a file that is deleted while it waits leaves no trace`() async throws {
    let daemon = try await DaemonRun.ready(home)
    // Reading the first one takes long enough for the others to queue up.
    Files.write(home.screenshots.appending("busy.png"), ImageFile.scribble(width: 1600, height: 400, seed: 1))
    try await eventually(within: .seconds(60)) { !daemon.process.children.isEmpty }
    for index in 0..<3 { home.add(TestData.clean, as: "gone-\(index).png") }
    for index in 0..<3 { Files.unlink(home.screenshots.appending("gone-\(index).png")) }
    home.add(TestData.clean, as: "stays.png")
    try await eventually(within: .seconds(90)) { daemon.reports.contains { $0.path?.hasSuffix("stays.png") == true } }
    try await eventually(within: .seconds(90)) { daemon.reports.contains { $0.path?.hasSuffix("busy.png") == true } }
    try await daemon.stop()
    #expect(!daemon.reports.contains { $0.path?.contains("gone-") == true })
    #expect(!daemon.process.diagnostics.contains("gone-"))
  }

  @Test func `a folder may come later, and may be deleted and made anew`() async throws {
    let folder = home.folder("Later")
    let daemon = try await DaemonRun.ready(home, folder: folder)
    Files.makeFolder(folder)
    Files.write(folder.appending("a.png"), Files.contents(TestData.clean))
    try await daemon.reports(1)
    Files.remove(folder)
    Files.makeFolder(folder)
    Files.write(folder.appending("b.png"), Files.contents(TestData.clean) + [1])
    let reports = try await daemon.reports(2)
    #expect(reports.compactMap(\.path) == ["\(folder)/a.png", "\(folder)/b.png"])
    try await daemon.stop()
  }
}
