import RiskAnalysis
import ScanModel

/// Assesses whole screens: pages of unrelated harmless texts, and the same pages with one scam among them.
///
/// Every source has the same share of the pages, whatever its size. Keeps a fixed number of texts per source (reservoir
/// sampling), so memory does not grow with the files.
struct PageMixtures {
  private struct Reservoir {
    var texts: [LabelledText] = []
    var seen = 0
  }

  struct Counts {
    var medium = 0
    var high = 0
    /// Pages with all of their evidence in the scam.
    var inPlace = 0
  }

  private static let textsPerSource = 400
  /// Sources with fewer texts are pooled; otherwise the same three texts would be on every other page.
  private static let fewestTexts = 20
  static let pages = 2_000

  private let blocks: Int
  private var generator: SplitMix64
  private var harmless: [String: Reservoir] = [:]
  private var scams: [String: Reservoir] = [:]

  /// - Parameters:
  ///   - blocks: Number of harmless texts on a page.
  ///   - seed: The same number gives the same pages.
  init(blocks: Int, seed: UInt64) {
    self.blocks = blocks
    generator = SplitMix64(seed: seed)
  }

  mutating func add(_ row: LabelledText) {
    let source = row.source ?? ""
    // An empty line would split a text into two blocks.
    let lines = row.text.split(whereSeparator: \.isNewline)
    guard !lines.isEmpty else { return }
    var row = row
    row.text = lines.joined(separator: "\n")
    if row.label == "benign" { Self.keep(row, in: &harmless[source, default: Reservoir()], &generator) }
    if row.label == "scam" { Self.keep(row, in: &scams[source, default: Reservoir()], &generator) }
  }

  private static func keep(_ row: LabelledText, in reservoir: inout Reservoir, _ generator: inout SplitMix64) {
    reservoir.seen += 1
    if reservoir.texts.count < textsPerSource {
      reservoir.texts.append(row)
    } else {
      let place = Int.random(in: 0..<reservoir.seen, using: &generator)
      if place < textsPerSource { reservoir.texts[place] = row }
    }
  }

  private static func pooled(_ reservoirs: [String: Reservoir]) -> [String: Reservoir] {
    var result = reservoirs.filter { $0.value.texts.count >= fewestTexts }
    let rest = reservoirs.filter { $0.value.texts.count < fewestTexts }.sorted { $0.key < $1.key }
    if !rest.isEmpty { result["small sources"] = Reservoir(texts: rest.flatMap(\.value.texts), seen: 0) }
    return result
  }

  /// Assembles and assesses the pages.
  /// - Parameters:
  ///   - analyzer: The analyzer to measure.
  ///   - mistakes: Number of false alarms to print to standard error.
  /// - Returns: Shares of alarms: a line for pages without a scam and one for pages with a scam.
  func table(_ analyzer: RiskAnalyzer, mistakes: Int) -> String {
    var generator = generator
    var without = Counts()
    var with = Counts()
    var left = mistakes
    let harmless = Self.pooled(harmless)
    let scams = Self.pooled(scams)
    let benignSources = harmless.keys.sorted()
    let scamSources = scams.keys.sorted()
    guard !benignSources.isEmpty else { return "no harmless texts to make pages of\n" }
    for _ in 0..<Self.pages {
      var texts = (0..<blocks).compactMap { _ in Self.pick(harmless, benignSources, &generator) }
      let details = analyzer.analyzeInDetail(Self.page(texts))
      Self.count(details.assessment, in: &without)
      if left > 0, details.assessment.level != .low {
        left -= 1
        Self.report(details, texts)
      }
      guard let scam = Self.pick(scams, scamSources, &generator) else { continue }
      let place = Int.random(in: 0...texts.count, using: &generator)
      texts.insert(scam, at: place)
      let start = texts[..<place].reduce(0) { $0 + $1.text.unicodeScalars.count + 2 }
      let range = start..<(start + scam.text.unicodeScalars.count)
      Self.count(analyzer.analyzeInDetail(Self.page(texts)).assessment, in: &with, expecting: range)
    }
    return Self.row("\(blocks) harmless texts", without) + Self.row("the same and one scam", with, showsPlace: true)
  }

  private static func pick(
    _ reservoirs: [String: Reservoir], _ sources: [String], _ generator: inout SplitMix64
  ) -> LabelledText? {
    guard let source = sources.randomElement(using: &generator) else { return nil }
    return reservoirs[source]?.texts.randomElement(using: &generator)
  }

  private static func page(_ texts: [LabelledText]) -> TextPage {
    TextPage(plainText: texts.map(\.text).joined(separator: "\n\n"))
  }

  private static func count(_ assessment: RiskAssessment, in counts: inout Counts, expecting range: Range<Int>? = nil) {
    guard assessment.level == .medium || assessment.level == .high else { return }
    counts.medium += 1
    if assessment.level == .high { counts.high += 1 }
    let reasons = assessment.evidence.filter { $0.weight > 0 }
    if let range, reasons.allSatisfy({ range.contains($0.range.lowerBound) }) { counts.inPlace += 1 }
  }

  private static func report(_ details: RiskAnalyzer.DetailedAssessment, _ texts: [LabelledText]) {
    var start = 0
    var guilty = Set<String>()
    for text in texts {
      let end = start + text.text.unicodeScalars.count
      for item in details.assessment.evidence where item.weight > 0 && (start..<end).contains(item.range.lowerBound) {
        guilty.insert("\(text.source ?? "?"): \(text.text.prefix(240))")
      }
      start = end + 2
    }
    StandardError.print(
      "page alarm\t\(details.assessment.level)\t\(details.sum)\t\(details.rules.joined(separator: ","))\t"
        + guilty.sorted().map { $0.split(separator: "\n").joined(separator: " / ") }.joined(separator: "\t"))
  }

  private static func row(_ name: String, _ counts: Counts, showsPlace: Bool = false) -> String {
    let share = { (count: Int) in EvaluationTable.share(count, pages) }
    let place = showsPlace ? ", for the scam alone \(share(counts.inPlace))" : ""
    return "\(name): medium+ \(share(counts.medium)), high \(share(counts.high))\(place)\n"
  }
}
