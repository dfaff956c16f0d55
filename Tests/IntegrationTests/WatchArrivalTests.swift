import Glibc
import LinuxSystem
import ScanModel
import SystemPackage
import TestSupport
import Testing

/// However a screenshot arrives in the folder, the daemon gives it exactly one outcome.
@Suite(.serialized) struct WatchArrivalTests {
  let home = UserHome()
  let bytes = Files.contents(TestData.clean)

  /// The entries of the history, oldest first, as the user would see them.
  private func entries() async throws -> [ScanReport] { try await home.scan("history", "export").reports }

  /// Adds another file, whose name alone is announced. It is read a second later, after everything that was announced before
  /// it; then nothing else waits, and it has the next report.
  private func last(_ daemon: DaemonRun, after count: Int) async throws {
    Files.write(home.folder("last.png"), bytes + [99])
    Files.link(home.folder("last.png"), home.screenshots.appending("last.png"))
    try await eventually(within: .seconds(90)) { daemon.reports.contains { $0.path?.hasSuffix("/last.png") == true } }
    try await eventually { try await home.history("SELECT count(*) FROM pending") == "0" }
    #expect(daemon.reports.count == count + 1)
  }

  @Test func `every way of saving a file gives one report and one entry`() async throws {
    let daemon = try await DaemonRun.ready(home)
    let folder = home.screenshots
    Files.write(folder.appending("written.png"), bytes)
    Files.write(home.folder("elsewhere.png"), bytes + [1])
    Files.rename(home.folder("elsewhere.png"), folder.appending("moved-in.png"))
    Files.write(folder.appending(".saving.tmp"), bytes + [2])
    Files.rename(folder.appending(".saving.tmp"), folder.appending("renamed.png"))
    Files.writeUnnamedThenLink(folder.appending("unnamed.png"), bytes + [3])
    Files.write(home.folder("other.png"), bytes + [4])
    Files.link(home.folder("other.png"), folder.appending("linked.png"))
    let reports = try await daemon.reports(5)
    #expect(
      Set(reports.compactMap(\.path))
        == Set(["written", "moved-in", "renamed", "unnamed", "linked"].map { "\(folder)/\($0).png" }))
    #expect(reports.allSatisfy { $0.source == .auto && $0.riskLevel == .low && $0.text == TestData.sentence })
    // The daemon checks files it knows only by name once more; this must have no effect.
    try await last(daemon, after: 5)
    #expect(try await entries().count == 6)
    try await daemon.stop()
  }

  @Test func `a slow writer is waited for`() async throws {
    let daemon = try await DaemonRun.ready(home)
    let path = home.screenshots.appending("slow.png")
    let middle = bytes.count / 2
    do {
      let file = unsafe OwnedDescriptor(takingOwnershipOf: open(path.string, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600))
      unsafe write(file.raw, Array(bytes[..<middle]), middle)
      try await Task.sleep(for: .seconds(1))
      unsafe write(file.raw, Array(bytes[middle...]), bytes.count - middle)
    }
    let reports = try await daemon.reports(1)
    #expect(reports.map(\.error) == [nil])
    #expect(reports.first?.text == TestData.sentence)
    try await daemon.stop()
    #expect(try await entries().count == 1)
  }

  @Test func `a file that is appended to in pieces is never called damaged`() async throws {
    let daemon = try await DaemonRun.ready(home)
    let path = home.screenshots.appending("pieces.png")
    let piece = bytes.count / 3 + 1
    for start in stride(from: 0, to: bytes.count, by: piece) {
      Files.write(path, Array(bytes[start..<min(start + piece, bytes.count)]), append: true)
      try await Task.sleep(for: .milliseconds(400))
    }
    let reports = try await daemon.reports(1)
    #expect(reports.map(\.error) == [nil])
    #expect(reports.first?.text == TestData.sentence)
    try await daemon.stop()
    #expect(try await entries().count == 1)
  }

  @Test func `what came while the daemon was off is scanned at its start, and only once`() async throws {
    for index in 0..<3 { Files.write(home.screenshots.appending("\(index).png"), bytes + [UInt8(index)]) }
    let first = try await DaemonRun.ready(home)
    try await first.reports(3)
    try await first.stop()
    Files.write(home.screenshots.appending("3.png"), bytes + [3])
    let second = try await DaemonRun.ready(home)
    let reports = try await second.reports(1)
    #expect(reports.compactMap(\.path) == ["\(home.screenshots)/3.png"])
    try await second.stop()
    #expect(second.reports.count == 1)
    #expect(try await entries().count == 4)
  }

  @Test(arguments: [false, true])
  func `a cleared history names no file, and none is scanned again`(isDamaged: Bool) async throws {
    Files.write(home.screenshots.appending("amber-lynx.png"), bytes)
    let first = try await DaemonRun.ready(home)
    try await first.reports(1)
    try await first.stop()
    if isDamaged {
      let page = try await home.history("SELECT rootpage FROM sqlite_schema WHERE name = 'entry_on_risk_level'")
      let size = try await home.history("PRAGMA page_size")
      let damage = "bs=\(size) count=1 seek=$((\(page) - 1)) conv=notrunc of='\(home.dataFolder)/history.sqlite'"
      #expect(try await home.shell("dd if=/dev/urandom \(damage)").status == 0)
    }
    #expect(try await home.scan("history", "clear", "--yes").status == 0)
    #expect(try await home.shell("grep -rqa amber-lynx '\(home.dataFolder)'").status == 1)
    let second = try await DaemonRun.ready(home)
    try await last(second, after: 0)
    try await second.stop()
  }

  @Test func `the same picture is judged once at a place, and once more at each other place`() async throws {
    let daemon = try await DaemonRun.ready(home)
    let path = home.add(TestData.clean, as: "picture.png")
    let first = try #require(try await daemon.reports(1).first)
    // Touched, opened for writing without a change, and replaced by an identical copy.
    #expect(try await home.shell("touch '\(path)'; : >> '\(path)'").status == 0)
    Files.write(home.folder("same.png"), bytes)
    Files.rename(home.folder("same.png"), path)
    home.add(TestData.clean, as: "copy.png")
    let copy = try #require(try await daemon.reports(2).last)
    try await last(daemon, after: 2)
    #expect(copy.path == "\(home.screenshots)/copy.png")
    #expect(copy.sha256 == first.sha256 && copy.id != first.id && copy.text == first.text)
    // Recognition ran once: the second verdict repeats the first.
    #expect(copy.timings.recognize == nil)
    try await daemon.stop()
    #expect(try await entries().count == 3)
  }

  @Test func `sixty files at once each have one outcome`() async throws {
    let daemon = try await DaemonRun.ready(home)
    for index in 0..<60 { Files.write(home.screenshots.appending("\(index).png"), bytes + [UInt8(index % 6)]) }
    let reports = try await daemon.reports(60)
    #expect(Set(reports.compactMap(\.path)).count == 60)
    #expect(Set(reports.map(\.riskLevel)) == [.low])
    try await daemon.stop()
    #expect(daemon.reports.count == 60)
    #expect(try await Set(entries().compactMap(\.path)).count == 60)
    #expect(try await entries().count == 60)
  }
}
