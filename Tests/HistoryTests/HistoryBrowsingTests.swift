import Foundation
import ScanModel
import SystemPackage
import TestSupport
import Testing

@testable import History

/// What a view of part of the history asks for.
struct HistoryBrowsingTests {
  let store: HistoryStore
  private let fixture = StateFolder()

  init() throws { store = try HistoryStore(in: fixture.directory) }

  private func add(_ report: ScanReport) async throws -> Int64 {
    try await store.append(report, path: "/p/a.png")
  }

  private func seen(_ kind: Indicator.Kind, _ key: String, _ label: Message = "it") -> Indicator {
    Indicator(kind: kind, key: key, label: label, mayClear: true, mayAccuse: true)
  }

  private func report(text: String = "Hello", risk: RiskLevel = .low, _ indicators: [Indicator] = []) -> ScanReport {
    var report = makeReport(risk: risk, text: text)
    report.indicators = indicators
    return report
  }

  @Test func `what nobody could tell can be found, also after a correction`() async throws {
    let clear = try await add(report())
    var unclear = report()
    unclear.isUnsure = true
    let number = try await add(unclear)
    var filter = HistoryFilter()
    filter.isUnsure = true
    #expect(try await store.numbers(filter) == [number])
    #expect(try await store.list(filter).map(\.number) == [number])
    var others = HistoryFilter(riskLevels: [.low])
    others.isUnsure = false
    #expect(try await store.numbers(others) == [clear])
    let counts = try await store.counts(since: .distantPast, every: 1_000_000_000_000)
    #expect(counts.map(\.answer.rawValue).sorted() == ["clear", "unsure"])
    unclear.isUnsure = false
    try await store.correct(number, with: unclear)
    #expect(try await store.numbers(filter) == [])
  }

  @Test func `numbers are the newest first, and only those that pass the filter`() async throws {
    let low = try await add(report())
    let high = try await add(report(risk: .high))
    let medium = try await add(report(risk: .medium))
    #expect(try await store.numbers(HistoryFilter()) == [medium, high, low])
    #expect(try await store.numbers(HistoryFilter(riskLevels: [.high, .low])) == [high, low])
    #expect(try await store.numbers(HistoryFilter(since: Date(timeIntervalSince1970: 1_900_000_000))) == [])
    var kinds = HistoryFilter()
    kinds.categories = [.prize]
    #expect(try await store.numbers(kinds) == [])
    kinds.categories = [.none]
    #expect(try await store.numbers(kinds).count == 3)
  }

  @Test func `a summary says what a list shows, and nothing for an entry that is gone`() async throws {
    let number = try await add(report(risk: .high))
    _ = try await store.verify(number, as: .scam)
    let summaries = try await store.summaries([number, 99])
    let summary = try #require(summaries.first)
    #expect(summaries.count == 1)
    #expect(summary.number == number && summary.riskLevel == .high && summary.verified == .scam)
    #expect(summary.path == "/p/a.png" && summary.errorCode == nil)
    #expect(summary.scannedAt == Date(timeIntervalSince1970: 1_800_000_000))
  }

  @Test(arguments: [
    ("parcel", [1]), ("PARCEL", [1]), ("parcel fee", [1]), ("ГРОШІ", [2]), ("100% sure", [3]), ("risk_level", []),
    ("\"quoted\"", [3]), ("nothing of the kind", []), ("a", [1, 2, 3]),
  ])
  func `a search finds words in any case and takes none for a pattern`(words: String, found: [Int64]) async throws {
    for text in ["Your Parcel has a fee", "Надішліть a гроші", "a 100% sure \"quoted\" thing"] {
      _ = try await add(report(text: text))
    }
    let filter = HistoryFilter(words: words.split(separator: " ").map(String.init))
    let step = try await store.search(filter, below: nil)
    #expect(step.found.sorted() == found)
    #expect(step.next == nil)
  }

  @Test func `a long search comes in steps that end`() async throws {
    for index in 0..<2_300 { _ = try await add(report(text: index % 1000 == 0 ? "needle" : "hay")) }
    var found: [Int64] = []
    var next: Int64?
    var steps = 0
    repeat {
      let step = try await store.search(HistoryFilter(words: ["needle"]), below: next)
      found += step.found
      next = step.next
      steps += 1
    } while next != nil
    #expect(found == [2001, 1001, 1])
    #expect((3...4).contains(steps))
  }

  @Test func `entries with the same sender, link or account are related; the same wording is no relation`() async throws
  {
    let phone = seen(.phone, "f1", "the phone number ending in 23")
    let first = try await add(report([phone, seen(.wording, "w")]))
    let second = try await add(report([phone, seen(.domain, "parcel.example")]))
    _ = try await add(report([seen(.wording, "w"), seen(.phone, "f2")]))
    #expect(try await store.related(to: first).map(\.summary.number) == [second])
    #expect(try await store.related(to: second).first?.label == "the phone number ending in 23")
    _ = try await store.delete([first])
    #expect(try await store.related(to: second) == [])
    #expect(try await store.related(to: 99) == [])
  }

  @Test func `a corrected entry is related by its new contents`() async throws {
    let phone = seen(.phone, "f1")
    let first = try await add(report([phone]))
    let second = try await add(report([phone]))
    var corrected = try await store.entry(String(first)).report()
    corrected.indicators = []
    try await store.correct(first, with: corrected)
    #expect(try await store.related(to: second) == [])
  }

  @Test func `counts are by stretch, level and kind`() async throws {
    for (offset, risk) in [(0.0, RiskLevel.high), (10, .high), (700_000, .low)] {
      _ = try await add(makeReport(scannedAt: Date(timeIntervalSince1970: 1_800_000_000 + offset), risk: risk))
    }
    let counts = try await store.counts(since: Date(timeIntervalSince1970: 1_800_000_000), every: 604_800)
    #expect(counts.map { [$0.stretch, $0.count] }.sorted { $0[0] < $1[0] } == [[0, 2], [1, 1]])
    #expect(counts.allSatisfy { !$0.isFailure })
  }
}
