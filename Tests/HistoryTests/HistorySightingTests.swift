import Foundation
import ScanModel
import SystemPackage
import TestSupport
import Testing

@testable import History

/// Which contacts of earlier screenshots may count against another one.
struct HistorySightingTests {
  let fixture: StateFolder
  let store: HistoryStore

  static let phone = Indicator(kind: .phone, key: "f1", label: "the phone number", mayClear: true, mayAccuse: true)
  static let host = HistoryFeedbackTests.host

  init() throws {
    fixture = StateFolder()
    store = try HistoryStore(in: fixture.directory)
  }

  @discardableResult
  private func add(
    _ risk: RiskLevel, _ indicators: [Indicator] = [phone, host], sha256: String = someHash, day: Int = 0
  ) async throws -> Int64 {
    let time = Date(timeIntervalSince1970: 1_800_000_000 + Double(day) * 86_400)
    var report = makeReport(sha256: sha256, scannedAt: time, risk: risk)
    report.indicators = indicators
    return try await store.append(report, path: nil)
  }

  private func seen(about sha256: String? = nil) async throws -> FeedbackItem? {
    try await store.feedbackList(about: sha256).about(Self.phone)
  }

  @Test func `a contact of a high risk is known with the day of the newest`() async throws {
    #expect(try await seen() == nil)
    try await add(.high, day: 1)
    try await add(.high, day: 3)
    try await add(.high, [], day: 5)
    let item = try #require(try await seen())
    #expect(item.origin == .earlierScreenshot && item.verdict == .scam)
    #expect(item.recordedAt == 1_800_000_000_000 + 3 * 86_400_000)
    #expect(item.wordings.isEmpty)
    let wording = Indicator(kind: .wording, key: "1.2;", label: "messages", mayClear: true, mayAccuse: true)
    try await add(.high, [Self.phone, wording], day: 4)
    #expect(try await seen()?.wordings == ["1.2;"])
    // A whole host may clear, and never accuses.
    #expect(try await store.feedbackList().about(Self.host) == nil)
  }

  @Test(arguments: [RiskLevel.low, .medium, .unknown])
  func `other levels accuse nobody, so no warning feeds on the one before`(risk: RiskLevel) async throws {
    try await add(risk)
    #expect(try await seen() == nil)
  }

  @Test func `a picture is not judged by itself`() async throws {
    try await add(.high)
    #expect(try await seen(about: someHash) == nil)
    #expect(try await seen(about: otherHash) != nil)
  }

  @Test func `what the user called harmless accuses no more, until that is taken back`() async throws {
    let number = try await add(.high)
    try await add(.high, sha256: otherHash)
    try await store.verify(number, as: .notScam)
    // The user's verdict is stored with another origin.
    #expect(try await seen()?.origin == .user)
    let learnt = try await store.allFeedback()
    for item in learnt { _ = try await store.forgetFeedback(item.id) }
    try await store.verify(number, as: nil)
    #expect(try await seen()?.origin == .earlierScreenshot)
  }

  @Test func `what the user called a scam is feedback, and no sighting besides`() async throws {
    let number = try await add(.high)
    let learnt = try await store.verify(number, as: .scam)
    #expect(try await seen()?.origin == .user)
    for item in learnt where item.indicator.kind == .phone { _ = try await store.forgetFeedback(item.id) }
    #expect(try await seen() == nil)
  }

  @Test func `what many harmless screenshots have belongs to the user or their bank`() async throws {
    try await add(.high)
    for day in 1...3 { try await add(.low, sha256: otherHash, day: day) }
    #expect(try await seen() != nil)
    try await add(.medium, sha256: otherHash, day: 4)
    #expect(try await seen() == nil)
    try await add(.high, day: 5)
    #expect(try await seen() != nil)
  }

  @Test func `a deleted entry is no longer seen`() async throws {
    let number = try await add(.high)
    _ = try await store.delete([number])
    #expect(try await seen() == nil)
  }

  @Test func `what was seen is still known after the history was damaged`() async throws {
    try await add(.high, day: 1)
    try await add(.high, day: 2)
    store.close()
    // The entries know it as well.
    try execute("DROP TABLE sighting", at: fixture.path("history.sqlite"))
    let other = StateFolder()
    let new = try HistoryStore(in: other.directory)
    // Takes the number of one of them.
    try await new.append(makeReport(), path: nil)
    #expect(try await new.salvage(from: fixture.directory.appending("history.sqlite")).entries == 2)
    #expect(try await new.feedbackList().about(Self.phone)?.origin == .earlierScreenshot)
    #expect(try await new.related(to: 2).map(\.summary.number) == [3])
  }
}
