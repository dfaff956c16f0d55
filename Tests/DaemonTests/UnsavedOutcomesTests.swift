import History
import SystemPackage
import Testing

@testable import Daemon
@testable import ScanModel

struct UnsavedOutcomesTests {
  private func outcome(_ name: String) -> ReportedOutcome {
    let identity = FileIdentity(device: 1, inode: 1, size: 1, modifiedNanoseconds: 1, changedNanoseconds: 1)
    return ReportedOutcome(
      scan: FinishedScan(makeReport(path: name), of: KnownFile(path: FilePath(name), identity: identity)), alert: nil)
  }

  @Test func `they are kept in order, the last outcome of each file`() {
    var unsaved = UnsavedOutcomes()
    for name in ["/a", "/b", "/a"] { unsaved.keep(outcome(name)) }
    #expect(unsaved.all.map(\.file.path) == ["/a", "/b"])
    unsaved.forget("/a")
    #expect(unsaved.all.map(\.file.path) == ["/b"])
    #expect(!unsaved.holds("/a") && unsaved.holds("/b"))
  }

  @Test func `an outcome that was kept later outlasts the storing of the one before`() {
    var unsaved = UnsavedOutcomes()
    unsaved.keep(outcome("/a"))
    let number = unsaved.nextNumber
    unsaved.keep(outcome("/a"))
    unsaved.keep(outcome("/b"))
    unsaved.forget("/a", keptBefore: number)
    #expect(unsaved.holds("/a"))
    unsaved.forget("/a", keptBefore: unsaved.nextNumber)
    #expect(unsaved.all.map(\.file.path) == ["/b"])
  }

  @Test func `of many the reports are not kept, and of very many not the files`() {
    var unsaved = UnsavedOutcomes()
    for index in 0...10_000 { unsaved.keep(outcome("/\(index)")) }
    #expect(!unsaved.holds("/0") && unsaved.holds("/1") && unsaved.holds("/10000"))
    #expect(unsaved.all.count { $0.outcome != nil } == 199)
  }
}
