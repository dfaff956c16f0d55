import Foundation
import GRDB
import ScanModel
import SystemPackage
import TestSupport
import Testing

@testable import History

/// What happens to a file that was read, and what a crash after that leaves.
struct HistoryAdmissionTests {
  let fixture = StateFolder()
  let store: HistoryStore
  let file = makeFile("/p/a.png")
  let copy = makeFile("/p/copy.png", inode: 8)
  let touched = makeFile("/p/a.png", touched: 5)

  init() throws { store = try HistoryStore(in: fixture.directory) }

  private func admit(
    _ file: KnownFile, _ sha256: String = someHash, to engine: String = "1", isStarting: Bool = true
  ) async throws -> Admission {
    try await store.admit(file, sha256: sha256, to: engine, isStarting: isStarting, at: Date())
  }

  private func finish(_ report: ScanReport, from engine: String? = nil) async throws {
    _ = try await store.finish([FinishedScan(report, of: file, quarantinedFrom: engine)])
  }

  /// From now on the history can only be read.
  private func refuseWriting() throws {
    try store.queue.inDatabase { try $0.execute(sql: "PRAGMA query_only = ON") }
  }

  @Test func `a new picture begins, and is found in flight after a crash`() async throws {
    #expect(try await admit(file) == .begin(attempt: 1))
    #expect(try await store.pending().isEmpty)
    store.close()
    let next = try HistoryStore(in: fixture.directory)
    #expect(try await next.recover() == [PendingScan(file: file, attempts: 1)])
    #expect(try await next.begin(file) == 2)
  }

  @Test func `while another is scanned it waits, and no attempt counts`() async throws {
    #expect(try await admit(file, isStarting: false) == .queued)
    #expect(try await admit(file, isStarting: false) == .queued)
    #expect(try await store.pending() == [PendingScan(file: file, attempts: 0)])
    #expect(try await admit(file) == .begin(attempt: 1))
  }

  @Test func `one that changes while it is scanned waits with new attempts`() async throws {
    let changed = makeFile("/p/a.png", version: 2)
    #expect(try await admit(file) == .begin(attempt: 1))
    #expect(try await admit(changed, otherHash, isStarting: false) == .queued)
    try await finish(makeReport(sha256: someHash))
    #expect(try await admit(changed, otherHash) == .begin(attempt: 1))
  }

  @Test func `the same bytes at the same path are known, whatever became of the entry`() async throws {
    try await finish(makeReport(sha256: someHash))
    try await store.enqueue([touched], at: Date())
    #expect(try await admit(touched, isStarting: false) == .known(1))
    #expect(try await store.pending().isEmpty)
    #expect(try await store.newFiles(among: [touched], in: "/p").isEmpty)
    _ = try await store.delete([1])
    #expect(try await admit(file) == .known(nil))
    #expect(try await admit(file, otherHash) == .begin(attempt: 1))
  }

  /// A listing saw a state that is gone when the file is read: found by exchanging a file with a link for a minute.
  @Test func `a known file queued in a state that is gone is read once more, not without end`() async throws {
    try await finish(makeReport(sha256: someHash))
    try await store.enqueue([makeFile("/p/a.png", version: 2)], at: Date())
    #expect(try await admit(touched) == .known(1))
    #expect(try await store.pending() == [PendingScan(file: touched, attempts: 0)])
    #expect(try await admit(touched) == .known(1))
    #expect(try await store.pending().isEmpty)
  }

  @Test func `so is one that is scanned again because its outcome was a failure`() async throws {
    try await finish(makeReport(sha256: someHash, risk: .unknown, failure: .timedOut))
    try await store.enqueue([makeFile("/p/a.png", version: 2)], at: Date())
    #expect(try await admit(file) == .begin(attempt: 1))
    try await finish(makeReport(sha256: someHash, risk: .unknown, failure: .timedOut))
    #expect(try await store.pending().isEmpty)
  }

  @Test func `so is one whose outcome is a failure`() async throws {
    let failure = makeReport(sha256: nil, risk: .unknown, failure: .imageTooLarge)
    try await finish(failure)
    try await store.enqueue([makeFile("/p/a.png", version: 2)], at: Date())
    for waiting in [1, 0] {
      try await finish(failure)
      #expect(try await store.pending().count == waiting)
    }
  }

  @Test func `the same bytes at another path repeat the report, below the user's verdict`() async throws {
    let report = makeReport(sha256: someHash, risk: .high)
    try await finish(report)
    #expect(try await admit(copy, isStarting: false) == .repeated(report, nil))
    #expect(try await store.pending().isEmpty)
    try await store.correct(1, with: report)
    try await store.verify(1, as: .notScam)
    guard case .repeated(_, let verdict) = try await admit(copy) else {
      Issue.record("it is to be scanned")
      return
    }
    #expect(verdict?.verdict == .notScam)
  }

  @Test func `a failure is no judgement, and stands until there is a better outcome`() async throws {
    try await finish(makeReport(sha256: someHash, risk: .unknown, failure: .timedOut))
    #expect(try await admit(copy) == .begin(attempt: 1))
    // It does not wait: it has an outcome in this state.
    #expect(try await admit(file) == .begin(attempt: 1))
    #expect(try await admit(file) == .begin(attempt: 1))
    #expect(try await store.recover() == [PendingScan(file: copy, attempts: 1)])
  }

  @Test func `what crashed this engine twice is quarantined, under every name`() async throws {
    try await finish(makeReport(sha256: someHash, failure: .quarantined), from: "1")
    for file in [file, copy] {
      #expect(try await admit(file) == .quarantined)
      #expect(try await admit(file, isStarting: false) == .quarantined)
    }
    #expect(try await store.pending().isEmpty)
    #expect(try await admit(copy, to: "2") == .begin(attempt: 1))
  }

  @Test func `what is known stays known while nothing can be written`() async throws {
    let report = makeReport(sha256: someHash)
    try await finish(report)
    _ = try await store.finish([
      FinishedScan(makeReport(sha256: otherHash, failure: .quarantined), of: copy, quarantinedFrom: "1")
    ])
    try refuseWriting()
    #expect(try await admit(copy) == .repeated(report, nil))
    #expect(try await admit(touched) == .repeated(report, nil))
    #expect(try await admit(makeFile("/p/b.png"), otherHash) == .quarantined)
    #expect(await code { _ = try await admit(copy, String(repeating: "0", count: 64)) } == .save)
  }
}
