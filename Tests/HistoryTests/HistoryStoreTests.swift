import Foundation
import ScanModel
import SystemPackage
import TestSupport
import Testing

@testable import History

struct HistoryStoreTests {
  let fixture: StateFolder
  let store: HistoryStore

  init() throws {
    fixture = StateFolder()
    store = try HistoryStore(in: fixture.directory)
  }

  @Test func `a report comes back as it was stored`() async throws {
    let report = makeReport(sha256: someHash, risk: .high)
    let number = try await store.append(report, path: "/pictures/shot.png")
    let entry = try await store.entry(String(number))
    #expect(try entry.report() == report)
    #expect(entry.path == "/pictures/shot.png")
    #expect(try await !store.hasAlerted(sha256: someHash))
    #expect(entry.verified == nil)
  }

  @Test func `storing the same report twice gives one entry`() async throws {
    let report = makeReport()
    let first = try await store.append(report, path: nil)
    let second = try await store.append(report, path: nil)
    #expect(first == second)
    #expect(try await store.list().count == 1)
  }

  @Test func `the list is newest first by number even when the clock goes back`() async throws {
    for offset in [0.0, -172_800, -50, 10] {
      try await store.append(
        makeReport(scannedAt: Date(timeIntervalSince1970: 1_800_000_000 + offset)), path: nil)
    }
    #expect(try await store.list().map(\.number) == [4, 3, 2, 1])
  }

  @Test func `a number is never used twice`() async throws {
    let first = try await store.append(makeReport(), path: nil)
    _ = try await store.delete([first])
    let second = try await store.append(makeReport(), path: nil)
    #expect(second > first)
  }

  @Test func `filters choose by level, source, time and review`() async throws {
    let start = Date(timeIntervalSince1970: 1_800_000_000)
    try await store.append(makeReport(source: .manual, scannedAt: start, risk: .high), path: nil)
    try await store.append(
      makeReport(scannedAt: start + 10, risk: .medium, requiresReview: true), path: nil)
    try await store.append(
      makeReport(scannedAt: start + 20, risk: .low, requiresReview: true), path: nil)
    try await store.verify(3, as: .notScam)
    func numbers(_ filter: HistoryFilter) async throws -> [Int64] { try await store.list(filter).map(\.number) }
    #expect(try await numbers(HistoryFilter(riskLevels: [.high, .medium])) == [2, 1])
    #expect(try await numbers(HistoryFilter(riskLevels: [])) == [])
    #expect(try await numbers(HistoryFilter(source: .manual)) == [1])
    #expect(try await numbers(HistoryFilter(since: start + 10)) == [3, 2])
    #expect(try await numbers(HistoryFilter(toReview: true)) == [2])
    #expect(try await numbers(HistoryFilter(limit: 1)) == [3])
    #expect(try await numbers(HistoryFilter(riskLevels: [.low], source: .auto, since: start, toReview: true)) == [])
  }

  @Test func `an entry is found by number, UUID and beginning of the UUID in either case`() async throws {
    let report = makeReport(id: "0FA3B2C1-0000-4000-8000-000000000001")
    try await store.append(report, path: nil)
    for reference in ["1", report.id, report.id.lowercased(), "0fa3", "0FA3B2C1-0"] {
      #expect(try await store.entry(reference).number == 1, "\(reference)")
    }
  }

  @Test(arguments: ["0fa", "2", "ffff", "", "%", "____", "0fa3' OR '1'='1", "\u{1B}[2J", "-1", "99999999999999999999"])
  func `a reference to nothing is not found`(reference: String) async throws {
    try await store.append(makeReport(id: "0FA3B2C1-0000-4000-8000-000000000001"), path: nil)
    #expect(await code { _ = try await store.entry(reference) } == .notFound)
  }

  @Test func `a beginning that several entries share is refused`() async throws {
    try await store.append(makeReport(id: "0FA3B2C1-0000-4000-8000-000000000001"), path: nil)
    try await store.append(makeReport(id: "0FA3B2C2-0000-4000-8000-000000000002"), path: nil)
    #expect(await code { _ = try await store.entry("0fa3b2c") } == .ambiguous)
    #expect(try await store.entry("0fa3b2c2").number == 2)
  }

  @Test func `digits are the number if an entry has it and else the beginning of a UUID`() async throws {
    try await store.append(makeReport(id: "12345678-0000-4000-8000-000000000001"), path: nil)
    #expect(try await store.entry("1234").number == 1)
    #expect(try await store.entry("1").number == 1)
  }

  @Test func `what the user says is kept and can be taken back`() async throws {
    let number = try await store.append(makeReport(requiresReview: true), path: nil)
    try await store.verify(number, as: .scam)
    #expect(try await store.entry("1").verified == .scam)
    try await store.verify(number, as: nil)
    #expect(try await store.entry("1").verified == nil)
    #expect(await code { try await store.verify(77, as: .scam) } == .notFound)
  }

  @Test func `the JSON line is the stored report with the key verified, all keys sorted`() async throws {
    let report = makeReport(text: "say \"hi\" }")
    try await store.append(report, path: nil)
    var line = try await store.entry("1").jsonLine()
    #expect(line == (try report.jsonLine()).dropLast() + ",\"verified\":null}")
    try await store.verify(1, as: .notScam)
    line = try await store.entry("1").jsonLine()
    #expect(line.hasSuffix(",\"verified\":\"not_scam\"}"))
    let keys = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]).keys.sorted()
    let positions = keys.compactMap { line.range(of: "\"\($0)\":")?.lowerBound }
    #expect(keys.last == "verified")
    #expect(positions.count == keys.count)
  }

  @Test(arguments: [
    "it's \"quoted\"; DROP TABLE entry;--", "a\u{0}b", "\u{202E}\u{200B}\u{E0041}", "é 漢字 👩‍👩‍👧", "",
    String(repeating: "x", count: 1 << 20),
  ])
  func `hostile text comes back unchanged`(text: String) async throws {
    let report = makeReport(explanation: text, text: text, path: text)
    try await store.append(report, path: nil)
    #expect(try await store.entry("1").report() == report)
    #expect(try await store.integrityCheck() == [])
  }

  @Test func `a path that is not UTF-8 comes back byte for byte`() async throws {
    let path = FilePath(bytes: Array("/p/".utf8) + [0xFF, 0xFE, 0x27, 0x0A] + Array(".png".utf8))
    try await store.append(makeReport(), path: path)
    #expect(try await store.entry("1").path?.bytes == path.bytes)
  }

  @Test func `a report with a number that JSON lacks is refused and nothing is stored`() async throws {
    var report = makeReport()
    report.confidence = .infinity
    #expect(await code { try await store.append(report, path: nil) } == .save)
    #expect(try await store.list() == [])
  }

  @Test func `the verdict for a hash is the newest from a successful scan`() async throws {
    try await store.append(makeReport(sha256: someHash, risk: .high), path: "/a")
    try await store.append(
      makeReport(sha256: someHash, risk: .low, failure: .lowConfidence), path: "/b")
    try await store.append(
      makeReport(sha256: someHash, risk: .unknown, failure: .timedOut), path: "/c")
    try await store.append(makeReport(sha256: otherHash), path: "/d")
    #expect(try await store.repeatedNumber(someHash) == 2)
    #expect(try await store.repeatedNumber(String(repeating: "0", count: 64)) == nil)
  }

  @Test func `an alert is remembered for every copy of a picture`() async throws {
    try await store.append(makeReport(sha256: someHash), path: "/a")
    #expect(try await store.hasAlerted(sha256: someHash) == false)
    try await store.settleAlerts([1: true])
    #expect(try await store.hasAlerted(sha256: someHash))
    #expect(try await store.hasAlerted(sha256: otherHash) == false)
  }

  @Test func `the export gives every entry once, oldest first, across batches`() async throws {
    for index in 0..<50 { try await store.append(makeReport(explanation: "\(index)"), path: nil) }
    var explanations: [String] = []
    try await store.forEachEntry { explanations.append(try $0.report().explanation.english) }
    #expect(explanations == (0..<50).map(String.init))
  }

  @Test func `the export goes on while entries are deleted and stored`() async throws {
    for _ in 0..<40 { try await store.append(makeReport(), path: nil) }
    var numbers: [Int64] = []
    try await store.forEachEntry { entry in
      if numbers.isEmpty {
        _ = try await store.delete([30])
        try await store.append(makeReport(), path: nil)
      }
      numbers.append(entry.number)
    }
    #expect(numbers == Array(1...29) + Array(31...41))
  }

  @Test func `the counts tell what is in the history`() async throws {
    let start = Date(timeIntervalSince1970: 1_800_000_000)
    try await store.append(makeReport(scannedAt: start, risk: .high), path: nil)
    try await store.append(
      makeReport(scannedAt: start + 5, risk: .high, requiresReview: true), path: nil)
    try await store.enqueue([makeFile("/p/a.png"), makeFile("/p/b.png")], at: start)
    _ = try await store.finish(makeReport(scannedAt: start + 1, risk: .low), of: makeFile("/p/a.png"))
    let counts = try await store.counts()
    #expect(counts.entries == 3)
    #expect(counts.byRiskLevel == [.high: 2, .low: 1])
    #expect(counts.toReview == 1)
    #expect(counts.files == 1)
    #expect(counts.pending == 1)
    #expect(counts.bytesOnDisk > 4096)
  }

  @Test func `a cancelled task does not lose its entry`() async throws {
    let store = store
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      return try await store.append(makeReport(), path: nil)
    }
    task.cancel()
    #expect(try await task.value == 1)
    #expect(try await store.list().count == 1)
  }
}
