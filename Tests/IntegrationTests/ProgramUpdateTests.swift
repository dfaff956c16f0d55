import Glibc
import ScanModel
import SystemPackage
import TestSupport
import Testing

/// A watcher whose programs are replaced while it runs, as packages do it: by other files under the same names.
@Suite(.serialized) struct ProgramUpdateTests {
  let home = UserHome()
  private var programs: FilePath { home.folder("programs") }

  /// A watcher from a copy of the programs.
  private func watcher() async throws -> DaemonRun {
    if Files.mode(programs) == nil {
      let copy = try await home.shell(
        """
        mkdir programs && built=$(dirname "$SCAN") && cp "$built/ocr-scand" "$built/ocr-scan-worker" programs &&
        ln -s "$built"/*.resources "$built/locale" programs
        """)
      #expect(copy.status == 0, "\(copy.diagnostics)")
    }
    return try await DaemonRun.ready(home, program: programs.appending("ocr-scand"))
  }

  private func update(_ name: String, from other: String) async throws {
    let run = try await home.shell("cp '\(other)' programs/new && mv programs/new programs/\(name)")
    #expect(run.status == 0, "\(run.diagnostics)")
  }

  @Test func `doctor names a watcher that is older than what is installed, which goes on reading`() async throws {
    let daemon = try await watcher()
    func doctor() async throws -> String { try await home.scan("doctor").output }
    #expect(try await doctor().contains("✓ Watcher"))
    for name in ["ocr-scand", "ocr-scan-worker"] { try await update(name, from: "programs/\(name)") }
    let words = try await doctor()
    #expect(words.contains("but it is older than the ocr-scan that is installed now"), "\(words)")
    #expect(words.contains("→ Restart it with: systemctl --user restart ocr-scand"))
    home.add(TestData.clean, as: "a.png")
    #expect(try await daemon.reports(1).first?.riskLevel == .low)
    try await daemon.stop()
    let next = try await watcher()
    #expect(try await doctor().contains("✓ Watcher"))
    try await next.stop()
  }

  @Test func `a watcher that cannot use the new worker ends, and the next one reads what waits`() async throws {
    let daemon = try await watcher()
    let worker = home.folder("worker")
    Files.link(programs.appending("ocr-scan-worker"), worker)
    // One that answers nothing, as one of another version would answer nothing that is understood.
    try await update("ocr-scan-worker", from: "/bin/false")
    try await update("ocr-scand", from: "programs/ocr-scand")
    home.add(TestData.clean, as: "a.png")
    let ended = try await daemon.process.ended(within: .seconds(90))
    #expect(ended.status == 69)
    #expect(ended.diagnostics.contains("ocr-scan was updated or removed while ocr-scand was running"))
    #expect(try await home.scan("history", "export").reports.isEmpty)
    try await update("ocr-scan-worker", from: worker.string)
    let next = try await watcher()
    #expect(try await next.reports(1).first?.riskLevel == .low)
    try await next.stop()
  }
}
