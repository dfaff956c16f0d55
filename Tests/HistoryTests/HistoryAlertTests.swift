import History
import ScanModel
import SystemPackage
import TestSupport
import Testing

/// Alerts that the history owes.
struct HistoryAlertTests {
  let fixture: StateFolder
  let store: HistoryStore

  init() throws {
    fixture = StateFolder()
    store = try HistoryStore(in: fixture.directory)
  }

  private func finish(_ name: String, sha256: String = someHash, in store: HistoryStore) async throws -> Int64 {
    let report = makeReport(sha256: sha256, risk: .high, path: name)
    let recorded = try await store.finish([FinishedScan(report, of: makeFile(name), owesAlert: true)])
    return try #require(recorded[0])
  }

  private func owed() async throws -> [Int64] { try await store.owedAlerts().map(\.number) }

  @Test func `an alert is owed from the storing of its outcome until its end is noted`() async throws {
    let shown = try await finish("/a.png", in: store)
    let dropped = try await finish("/b.png", sha256: otherHash, in: store)
    _ = try await store.finish(makeReport(risk: .high), of: makeFile("/c.png"))
    #expect(try await owed() == [shown, dropped])
    try await store.settleAlerts([shown: true, dropped: false, 99: true])
    #expect(try await owed() == [])
    #expect(try await store.hasAlerted(sha256: someHash))
    #expect(try await !store.hasAlerted(sha256: otherHash))
  }

  @Test func `one that was shown is not owed again`() async throws {
    let number = try await finish("/a.png", in: store)
    try await store.settleAlerts([number: true])
    #expect(try await finish("/a.png", in: store) == number)
    #expect(try await owed() == [])
  }

  @Test func `it goes with its entry`() async throws {
    let number = try await finish("/a.png", in: store)
    _ = try await store.delete([number])
    #expect(try await owed() == [])
  }

  @Test func `it is still owed after the history was damaged`() async throws {
    let number = try await finish("/a.png", in: store)
    store.close()
    let other = StateFolder()
    let new = try HistoryStore(in: other.directory)
    #expect(try await new.salvage(from: fixture.directory.appending("history.sqlite")).entries == 1)
    #expect(try await new.owedAlerts().map(\.number) == [number])
  }
}
