import Glibc
import ScanModel
import SystemPackage
import TestSupport
import Testing

/// Shutdowns and crashes of all kinds: nothing is lost, repeated or left behind.
@Suite(.serialized) struct WatchRestartTimingTests {
  let home = UserHome()
  /// Takes seconds to read, which leaves time to interrupt it even if the test has to wait.
  static let long = ImageFile.scribble(width: 2880, height: 1620, seed: 3)

  private func startLongScan() async throws -> DaemonRun {
    // The picture is read to its end however busy the machine is.
    let daemon = try await DaemonRun.ready(home, adding: ["OCR_SCAN_SCAN_TIMEOUT": "60"])
    let path = home.screenshots.appending("long.png")
    if Files.mode(path) == nil { Files.write(path, Self.long) }
    try await eventually(within: .seconds(60)) { scansBegun() > 0 }
    return daemon
  }

  private func scansBegun() -> Int {
    home.read(home.stateFolder.appending("events.jsonl")).components(of: "\"started\"")
  }

  /// Waits until workers read: until each has used more processor time than its start takes, which is 10 ms. Unlike the
  /// clock, processor time does not depend on what else the machine does.
  private func waitForWorkers(of daemon: DaemonRun) async throws {
    try await eventually(within: .seconds(60)) {
      let workers = daemon.process.children.filter {
        ProcessTable.arguments(of: $0).first?.hasSuffix("ocr-scan-worker") == true
      }
      return !workers.isEmpty && workers.allSatisfy { ProcessTable.processorTime(of: $0) >= 200 }
    }
  }

  private func killWorkers(of daemon: DaemonRun) async throws {
    try await waitForWorkers(of: daemon)
    for worker in daemon.process.children { kill(worker, SIGKILL) }
  }

  @Test func `a scan whose worker dies is tried again`() async throws {
    let daemon = try await startLongScan()
    try await killWorkers(of: daemon)
    let reports = try await daemon.reports(1)
    #expect(reports.first?.error?.code == nil || reports.first?.error?.code == .lowConfidence)
    #expect(reports.first?.ocr != nil)
    try await daemon.stop()
    #expect(try await home.scan("history", "export").reports.count == 1)
  }

  @Test func `a worker that does not come up is started again`() async throws {
    let daemon = try await startLongScan()
    for worker in daemon.process.children { kill(worker, SIGKILL) }
    #expect(try await daemon.reports(1).first?.ocr?.partial == false)
    try await daemon.stop()
  }

  @Test func `a picture whose worker dies twice is set aside, and the next one is scanned`() async throws {
    let daemon = try await startLongScan()
    try await killWorkers(of: daemon)
    try await eventually(within: .seconds(60)) { scansBegun() == 2 }
    try await killWorkers(of: daemon)
    let reports = try await daemon.reports(1)
    #expect(reports.first?.error?.code == .quarantined)
    #expect(reports.first?.riskLevel == .unknown)
    home.add(TestData.clean, as: "next.png")
    #expect(try await daemon.reports(2).last?.riskLevel == .low)
    // Its bytes are known under any name; nothing is lost, because the user can request another try.
    Files.link(home.screenshots.appending("long.png"), home.screenshots.appending("long-too.png"))
    #expect(try await daemon.reports(3).last?.error?.code == .quarantined)
    #expect(scansBegun() > 0)
    #expect(try await home.scan("scan", "--retry").diagnostics.contains("2 screenshots that were set aside are tried"))
    let again = try await daemon.reports(5)
    #expect(again.suffix(2).allSatisfy { $0.error?.code != .quarantined })
    #expect(try await home.scan("history", "export").reports.count == 3)
    try await daemon.stop()
  }

  @Test func `what was set aside stays so after a restart`() async throws {
    let daemon = try await startLongScan()
    try await killWorkers(of: daemon)
    try await eventually(within: .seconds(60)) { scansBegun() == 2 }
    try await killWorkers(of: daemon)
    try await daemon.reports(1)
    try await daemon.stop()
    // Set aside permanently, not only until the next start.
    let second = try await DaemonRun.ready(home)
    home.add(TestData.clean, as: "after.png")
    #expect(try await second.reports(1).compactMap(\.path) == ["\(home.screenshots)/after.png"])
    try await second.stop()
  }

  @Test func `a killed daemon leaves no worker, loses nothing and repeats nothing`() async throws {
    let daemon = try await startLongScan()
    try await waitForWorkers(of: daemon)
    for index in 0..<4 {
      Files.write(home.screenshots.appending("\(index).png"), Files.contents(TestData.clean) + [UInt8(index)])
    }
    try await daemon.kill()
    try await eventually(within: .seconds(2)) { daemon.process.children.isEmpty }
    let second = try await DaemonRun.ready(home)
    let reports = try await second.reports(5)
    #expect(Set(reports.compactMap(\.path)).count == 5)
    try await second.stop()
    let paths = try await home.scan("history", "export").reports.compactMap(\.path)
    #expect(paths.count == 5 && Set(paths).count == 5)
    #expect(try await home.scan("doctor").output.contains("5 entries, undamaged"))
  }

  @Test func `a screenshot that ends the daemon twice is set aside`() async throws {
    for _ in 0..<2 {
      let daemon = try await startLongScan()
      try await waitForWorkers(of: daemon)
      try await daemon.kill()
      Files.remove(home.stateFolder.appending("events.jsonl"))
    }
    let third = try await DaemonRun.ready(home)
    let reports = try await third.reports(1)
    #expect(reports.first?.error?.code == .quarantined)
    try await third.stop()
  }

  @Test func `a stopped daemon ends at once, and the next one goes on`() async throws {
    let daemon = try await startLongScan()
    let clock = ContinuousClock.now
    let end = try await daemon.stop()
    let time = ContinuousClock.now - clock
    print("SIGTERM during a scan: ended after \(time)")
    #expect(end.status == 0)
    #expect(time < .seconds(2))
    #expect(daemon.reports.isEmpty)
    #expect(daemon.process.children.isEmpty)
    let second = try await DaemonRun.ready(home)
    #expect(try await second.reports(1).compactMap(\.path) == ["\(home.screenshots)/long.png"])
    try await second.stop()
  }

  @Test func `a second daemon says that there is one`() async throws {
    let daemon = try await DaemonRun.ready(home)
    let second = try await home.start("ocr-scand", ["--directory", home.screenshots.string]).ended()
    #expect(second.status == 75)
    #expect(second.diagnostics.contains("ocr-scand is already running (process \(daemon.process.processID))"))
    #expect(try await home.scan("doctor").output.contains("ocr-scand is running (process \(daemon.process.processID))"))
    try await daemon.stop()
  }
}
