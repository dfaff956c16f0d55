import Foundation
import ScanModel
import SystemPackage
import TestSupport
import Testing

@testable import History

struct HistoryFeedbackTests {
  let fixture: StateFolder
  let store: HistoryStore

  static let domain = Indicator(
    kind: .domain, key: "example.top", label: "links to example.top", mayClear: false, mayAccuse: true)
  static let host = Indicator(
    kind: .host, key: "pay.example.top", label: "links to pay.example.top", mayClear: true, mayAccuse: false)
  static let time = Date(timeIntervalSince1970: 1_800_000_000)

  init() throws {
    fixture = StateFolder()
    store = try HistoryStore(in: fixture.directory)
  }

  private func add(sha256: String = someHash) async throws -> Int64 {
    var report = makeReport(sha256: sha256, risk: .high, requiresReview: true)
    report.indicators = [Self.domain, Self.host]
    return try await store.append(report, path: nil)
  }

  @Test func `a word about an entry is learnt, replaced by the next one, and taken back`() async throws {
    let number = try await add()
    let scam = try await store.verify(number, as: .scam, at: Self.time)
    #expect(scam.map(\.indicator.kind) == [.picture, .domain])
    #expect(scam.allSatisfy { $0.verdict == .scam && $0.recordedAt == 1_800_000_000_000 })
    #expect(try await store.feedbackList().about(Self.domain)?.verdict == .scam)
    #expect(try await store.userVerdict(forSHA256: someHash)?.verdict == .scam)
    #expect(try await store.verify(number, as: .notScam).map(\.indicator.kind) == [.picture, .host])
    #expect(try await store.allFeedback().count == 2)
    #expect(try await store.feedbackList().about(Self.domain) == nil)
    #expect(try await store.verify(number, as: nil).isEmpty)
    #expect(try await store.allFeedback().isEmpty)
    #expect(try await store.userVerdict(forSHA256: someHash) == nil)
    #expect(try await store.entry("1").verified == nil)
  }

  @Test func `who has said what it is need not check it any more`() async throws {
    let number = try await add()
    #expect(try await store.list(HistoryFilter(toReview: true)).count == 1)
    try await store.verify(number, as: .notScam)
    #expect(try await store.list(HistoryFilter(toReview: true)).isEmpty)
    let line = try await store.entry("1").jsonLine()
    #expect(line.contains("\"requires_review\":false") && line.hasSuffix("\"verified\":\"not_scam\"}"))
    try await store.verify(number, as: nil)
    let undone = try await store.entry("1").jsonLine()
    #expect(undone.contains("\"requires_review\":true") && undone.hasSuffix("\"verified\":null}"))
  }

  @Test func `no verdict of before is reused for a copy once something was learnt`() async throws {
    let number = try await add()
    #expect(try await store.repeatedNumber(someHash) == number)
    _ = try await add(sha256: otherHash)
    try await store.verify(2, as: .scam)
    #expect(try await store.repeatedNumber(someHash) == nil)
    let later = try await add()
    #expect(try await store.repeatedNumber(someHash) == later)
  }

  @Test func `of two words about the same picture the later one holds, and the earlier one after that was taken back`()
    async throws
  {
    let first = try await add()
    let second = try await add()
    try await store.verify(first, as: .scam)
    try await store.verify(second, as: .notScam)
    #expect(try await store.userVerdict(forSHA256: someHash)?.verdict == .notScam)
    try await store.verify(second, as: nil)
    #expect(try await store.userVerdict(forSHA256: someHash)?.verdict == .scam)
  }

  @Test func `what was learnt can be forgotten one by one`() async throws {
    let number = try await add()
    let learnt = try await store.verify(number, as: .scam)
    #expect(try fixture.holds("links to example.top"))
    _ = try await store.delete([number])
    #expect(try await store.forgetFeedback(learnt[1].id)?.indicator.kind == .domain)
    #expect(try !fixture.holds("links to example.top"))
  }

  @Test func `an entry whose picture is forgotten is no longer marked`() async throws {
    let learnt = try await store.verify(add(), as: .scam)
    #expect(try await store.forgetFeedback(learnt[1].id)?.indicator.kind == .domain)
    #expect(try await store.entry("1").verified == .scam)
    #expect(try await store.forgetFeedback(learnt[0].id)?.indicator.kind == .picture)
    #expect(try await store.entry("1").verified == nil)
    #expect(try await store.forgetFeedback(learnt[0].id) == nil)
    #expect(try await store.allFeedback().isEmpty)
  }

  @Test func `what was learnt outlives its entry`() async throws {
    let number = try await add()
    try await store.verify(number, as: .notScam)
    _ = try await store.clear()
    #expect(try await store.allFeedback().count == 2)
    #expect(try await store.userVerdict(forSHA256: someHash)?.verdict == .notScam)
  }

  @Test func `a corrected report takes the place of the first and holds for copies`() async throws {
    let number = try await add()
    var report = try await store.entry("1").report()
    report.riskLevel = .low
    report.text = "corrected words"
    report.requiresReview = false
    try await store.correct(number, with: report)
    let entry = try await store.entry("1")
    #expect(entry.isCorrected)
    #expect(try entry.report().text == "corrected words")
    #expect(try await store.list(HistoryFilter(riskLevels: [.low])).count == 1)
    #expect(try await store.list(HistoryFilter(toReview: true)).isEmpty)
    // A scan from before the correction does not hide it, whatever verdict it gets.
    _ = try await add()
    try await store.verify(2, as: .scam)
    #expect(try await store.repeatedNumber(someHash) == number)
    #expect(try await store.correction(forSHA256: someHash)?.number == number)
    #expect(try await store.correction(forSHA256: otherHash) == nil)
    #expect(await code { try await store.correct(77, with: report) } == .notFound)
  }

  @Test func `what was learnt is brought over from a damaged history`() async throws {
    let number = try await add()
    try await store.verify(number, as: .scam)
    store.close()
    let kept = fixture.directory.appending("kept.sqlite")
    try FileManager.default.moveItem(atPath: fixture.path("history.sqlite"), toPath: kept.string)
    let new = try HistoryStore(in: fixture.directory)
    #expect(try await new.salvage(from: kept).entries == 1)
    #expect(try await new.allFeedback().map(\.indicator.key) == ["example.top", someHash])
    #expect(try await new.repeatedNumber(someHash) == nil)
  }
}
