import Foundation
import ScanModel
import SystemPackage
import TestSupport
import Testing

/// `ocr-scan bulk` when interrupted: signals, readers that close the pipe, full disks, workers that die.
@Suite(.serialized) struct BulkInterruptionTests {
  let home = UserHome()

  @Test func `records come while the input goes on, and SIGTERM finishes those in hand`() async throws {
    let pipe = home.folder("pipe")
    Files.makeFIFO(pipe)
    let writer = try home.start(
      "/bin/sh", ["-c", "exec yes '\(TestData.clean)' > '\(pipe)'"])
    let run = try home.start("ocr-scan", ["bulk"], input: pipe)
    try await eventually(within: .seconds(60)) { run.output.split(separator: "\n").count >= 3 }
    run.send(SIGTERM)
    let ended = try await run.ended()
    #expect(ended.status == 75)
    #expect(ended.output.hasSuffix("\n"))
    #expect(try ended.reports.allSatisfy { $0.text == TestData.sentence })
    #expect(ended.diagnostics.contains("Stopped after \(ended.lines.count) records"))
    #expect(run.children.isEmpty)
    _ = writer
  }

  @Test func `a signal ends it while nothing comes in, and that is told in the user's language`() async throws {
    let pipe = home.folder("pipe")
    Files.makeFIFO(pipe)
    let writer = try home.start(
      "/bin/sh", ["-c", "exec 3> '\(pipe)'; echo '\(TestData.clean)' >&3; sleep 600"])
    let run = try home.start("ocr-scan", ["bulk"], input: pipe, adding: ["LANGUAGE": "qps"])
    try await eventually(within: .seconds(60)) { run.output.hasSuffix("\n") }
    run.send(SIGINT)
    let ended = try await run.ended()
    #expect(ended.status == 75)
    // The made-up language of the tests: every vowel has an accent.
    #expect(ended.diagnostics.contains("⟦Stöppéd àftér 1 réçörd. "), "\(ended.diagnostics)")
    _ = writer
  }

  @Test func `a reader that goes away ends it quietly`() async throws {
    let run = try await home.shell("yes '\(TestData.clean)' | \"$SCAN\" bulk | head -1")
    #expect(try run.reports.count == 1)
    #expect(run.diagnostics == "")
  }

  @Test func `a full disk ends it with 73`() async throws {
    let full = try await home.shell("yes '\(TestData.clean)' | \"$SCAN\" bulk > /dev/full")
    #expect(full.status == 73)
    #expect(full.diagnostics.contains("No space left on device"))
    let rejects = try await home.shell("yes nowhere | \"$SCAN\" bulk --rejects /dev/full")
    #expect(rejects.status == 73)
  }

  @Test func `a worker that dies costs no record`() async throws {
    let bin = try await home.installPrograms(worker: home.workerThatDies(times: 2))
    let list = home.folder("list")
    Files.write(list, Array((0..<4).map { #"{"id":\#($0),"path":"\#(TestData.clean)"}"# + "\n" }.joined().utf8))
    let run = try await home.start(bin.appending("ocr-scan").string, ["bulk", "--jobs", "2"], input: list).ended()
    #expect(run.status == 0)
    #expect(try run.reports.map(\.id).sorted() == ["0", "1", "2", "3"])
    #expect(try run.reports.allSatisfy { $0.text == TestData.sentence })
  }
}
