import GRDB
import ScanModel
import TestSupport
import Testing

@testable import History

/// Sentences that name something are kept so that they can be said in any language; what is printed stays English.
struct HistoryMessagesTests {
  let fixture = StateFolder()

  private func report() -> ScanReport {
    makeReport(sha256: someHash)
      .failed(ScanFailure(.corruptImage, subject: .verbatim("shot.png"), detail: "it has two headers"))
  }

  @Test func `a sentence is kept with what it names, and printed in English`() async throws {
    let store = try HistoryStore(in: fixture.directory)
    let report = report()
    let number = try await store.append(report, path: nil)
    let entry = try await store.entry(String(number))
    let read = try entry.report()
    let german = read.explanation.rendered { $0 == "%1$@ is damaged%2$@." ? "%1$@ ist beschädigt%2$@." : $0 }
    #expect(german == "shot.png ist beschädigt: it has two headers.")
    #expect(read.error?.message.hasPlaces == true)
    #expect(try entry.jsonLine() == report.jsonLine().dropLast() + ",\"verified\":null}")
    // A correction brings its own sentences.
    try await store.correct(number, with: makeReport(id: report.id, sha256: someHash))
    #expect(try await store.entry(String(number)).report().explanation == "Nothing in it asks for anything.")
    #expect(try await store.run(.fetch) { try String.fetchOne($0, sql: "SELECT messages FROM entry") } == nil)
  }

  @Test func `what was learnt is kept with what it names`() async throws {
    let store = try HistoryStore(in: fixture.directory)
    var report = makeReport(sha256: someHash)
    report.indicators = [
      Indicator(kind: .domain, key: "a.example", label: "links to \("a.example")", mayClear: true, mayAccuse: true)
    ]
    let number = try await store.append(report, path: nil)
    #expect(try await store.entry(String(number)).report().indicators.first?.label.hasPlaces == true)
    let learnt = try await store.verify(number, as: .scam)
    #expect(learnt.map(\.indicator.label) == ["the picture shot.png", "links to a.example"])
    #expect(learnt.allSatisfy { $0.indicator.label.hasPlaces })
  }

  @Test func `an entry of an earlier version is in English`() async throws {
    let store = try HistoryStore(in: fixture.directory)
    let report = report()
    try await store.append(report, path: nil)
    try await store.run(.save) { try $0.execute(sql: "UPDATE entry SET messages = NULL") }
    let read = try await store.entry("1").report()
    #expect(read.explanation == report.explanation && !read.explanation.hasPlaces)
  }
}
