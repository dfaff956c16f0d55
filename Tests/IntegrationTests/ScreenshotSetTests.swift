import ScanModel
import SystemPackage
import TestSupport
import Testing

/// How well the screenshots of the repository are read and judged. The bounds lie a little below the measured values,
/// so that a regression shows; the figures are printed, with what was missed.
@Suite(.serialized) struct ScreenshotSetTests {
  static let leastWordRecall = 0.98
  static let leastMessageRecall = 0.98
  // 38 of 39 are found; the model has not seen them.
  static let leastScamShare = 0.92
  static let leastCleanShare = 0.95
  static let leastTableRecall = 0.775
  static let leastMeanTableRecall = 0.89

  struct Reading {
    var expectation: TestData.Expectation
    var report: ScanReport
    var words: Recall
    var message: Recall
    var isAcceptable: Bool { expectation.acceptableLevels.contains(report.riskLevel.rawValue) }
  }

  @Test func `the screenshots are read and judged as well as they were`() async throws {
    let readings = try await readings(of: TestData.expectations())
    #expect(readings.count > 70)
    let words = Recall.sum(readings.map(\.words))
    let message = Recall.sum(readings.map(\.message))
    print("Screenshots: \(readings.count), words read \(words), words of the messages \(message)")
    for reading in readings.sorted(by: { $0.words.share < $1.words.share }).prefix(5) {
      print("  worst: \(reading.expectation.name) \(reading.words), message \(reading.message)")
    }
    #expect(words.share >= Self.leastWordRecall)
    #expect(message.share >= Self.leastMessageRecall)
    for (isScam, least) in [(true, Self.leastScamShare), (false, Self.leastCleanShare)] {
      let group = readings.filter { $0.expectation.isScam == isScam }
      let missed = group.filter { !$0.isAcceptable }
      print(
        "\(isScam ? "Scams" : "Clean ones") judged as they should be: \(group.count - missed.count) of \(group.count)")
      for miss in missed {
        print(
          "  missed: \(miss.expectation.name) is \(miss.report.riskLevel.rawValue)"
            + " (\(miss.report.scamProbability ?? -1)), not \(miss.expectation.acceptableLevels)")
      }
      #expect(Double(group.count - missed.count) >= least * Double(group.count))
    }
    #expect(readings.allSatisfy { $0.report.error == nil && $0.report.ocr?.partial == false })
  }

  /// Narrow columns, rules close to the text, single-letter cells: the first things line finding loses
  /// (docs/decisions/0060).
  @Test func `dense tables are read as well as they were`() async throws {
    let readings = try await readings(of: TestData.expectations(in: TestData.folder.appending("tables")))
    #expect(readings.count == 5)
    for reading in readings.sorted(by: { $0.words.share < $1.words.share }) {
      print("Table \(reading.expectation.name): \(reading.words)")
      #expect(reading.words.share >= Self.leastTableRecall)
      #expect(reading.report.error == nil && reading.report.ocr?.partial == false)
    }
    let mean = readings.reduce(0) { $0 + $1.words.share } / Double(readings.count)
    print("Tables, mean: \(mean)")
    #expect(mean >= Self.leastMeanTableRecall)
  }

  /// One process per set of languages, because that is quicker.
  private func readings(of expectations: [TestData.Expectation]) async throws -> [Reading] {
    let home = UserHome()
    var readings: [Reading] = []
    for (languages, group) in Dictionary(grouping: expectations, by: \.languages) {
      let paths = group.map(\.path.string)
      let run = try await home.start(
        "ocr-scan", ["--json", "--no-history", "--lang", languages.joined(separator: "+")] + paths
      ).ended(within: .seconds(300))
      let reports = try run.reports
      try #require(reports.count == group.count, "\(run.diagnostics)")
      for (expectation, report) in zip(group, reports) {
        let text = report.text ?? ""
        readings.append(
          Reading(
            expectation: expectation, report: report, words: Recall(of: expectation.text, in: text),
            message: Recall(of: expectation.message, in: text)))
      }
    }
    return readings
  }
}

/// How many words of one text occur in another: ignoring case and punctuation around words, each counted as often as it
/// occurs.
struct Recall: CustomStringConvertible {
  var found: Int
  var total: Int
  var share: Double { total == 0 ? 1 : Double(found) / Double(total) }
  var description: String { "\(found) of \(total) (\(Double(Int(share * 10_000)) / 100) %)" }

  init(found: Int, total: Int) {
    self.found = found
    self.total = total
  }

  init(of expected: String, in text: String) {
    var rest = Dictionary(grouping: Self.words(text), by: { $0 }).mapValues(\.count)
    let words = Self.words(expected)
    var found = 0
    for word in words where rest[word, default: 0] > 0 {
      rest[word, default: 0] -= 1
      found += 1
    }
    self.init(found: found, total: words.count)
  }

  static func sum(_ parts: [Recall]) -> Recall {
    Recall(found: parts.reduce(0) { $0 + $1.found }, total: parts.reduce(0) { $0 + $1.total })
  }

  private static func words(_ text: String) -> [String] {
    text.split(whereSeparator: \.isWhitespace).compactMap { word in
      let characters = Array(word.lowercased())
      guard let first = characters.firstIndex(where: { $0.isLetter || $0.isNumber }),
        let last = characters.lastIndex(where: { $0.isLetter || $0.isNumber })
      else { return nil }
      return String(characters[first...last])
    }
  }
}
