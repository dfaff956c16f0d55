import ArgumentParser
import RiskAnalysis
import ScanModel
import SystemPackage
import TextClassification

/// Measures the rules on labelled texts. A tool for developers; not installed.
@main
struct RiskEvaluate: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "risk-evaluate",
    abstract:
      "Measure the risk rules on labelled texts (JSON lines with text, label, source, category, kind, lang, codes).")

  @Option(help: "Directory of the rule files, or of a compiled rule pack.")
  var rulePack = "Sources/RiskAnalysis/Rules"

  @Option(help: "File of the encoder's model.")
  var model: String?

  @Flag(help: "Print figures for each source, kind, category and language.")
  var bySource = false

  @Flag(help: "Print the hit rates of each rule.")
  var rules = false

  @Option(help: "Write the rules that fired on each text to this file, for training.")
  var features: String?

  @Option(help: "Write the words and rules of every passage to this file, for training the text model.")
  var passages: String?

  @Flag(help: "Print the names of the numbers that the model of the page sees, one a line.")
  var pageValues = false

  @Option(help: "Write what the model of the page sees of every text to this file and FILE.f32, for training it.")
  var trainingPages: String?

  @Option(help: "Write the hit rates of each rule to this file, as YAML; rates that these texts do not measure stay.")
  var measured: String?

  @Option(help: "Cut texts to this many characters: what fits on a screen.")
  var length = 1_200

  @Option(help: "Print this many wrong verdicts of each kind, to standard error.")
  var mistakes = 0

  @Option(help: "Make pages of this many unrelated harmless texts and judge those instead of single texts.")
  var pages: Int?

  @Option(help: "Number from which the random choice of texts for pages follows.")
  var seed: UInt64 = 1

  @Option(help: "File with the names of sources that are set aside, one a line.")
  var heldOut: String?

  @Option(help: "Which sources to look at: all, seen or held-out.")
  var part = SourceSplit.Part.all

  @Argument(help: "Files of labelled texts.", completion: .file(extensions: ["jsonl"]))
  var files: [String] = []

  func validate() throws {
    if let pages, !(1...1_000).contains(pages) { throw ValidationError("--pages must be from 1 to 1000") }
    if part != .all, heldOut == nil { throw ValidationError("--part needs --held-out") }
  }

  func run() throws {
    if pageValues { return print(RiskAnalyzer.pageValueNames.joined(separator: "\n")) }
    let began = ContinuousClock.now
    let classifier = try model.map { try ScamClassifier(TextClassifier(path: FilePath($0))) }
    let pack = try loadPack(FilePath(rulePack))
    let loading = (ContinuousClock.now - began) / .milliseconds(1)
    let analyzer = RiskAnalyzer(pack: pack, classifier: classifier)
    let split = try SourceSplit(heldOut, part: part)
    if let pages {
      try judgePages(analyzer, of: pages, split)
    } else {
      try judgeTexts(analyzer, pack, loading: loading, split)
    }
  }

  private func loadPack(_ folder: FilePath) throws -> RulePack {
    do throws(CompiledRulePackFailure) {
      return try RulePack.load(compiledIn: folder)
    } catch {
      guard error.reason == .missing else { throw error }
      return try RulePack.load(directory: folder)
    }
  }

  private func forEachText(_ split: SourceSplit, _ body: (LabelledText) throws -> Void) throws {
    for file in files {
      try LabelledTexts.forEach(in: FilePath(file)) { row in
        guard split.contains(row) else { return }
        var row = row
        row.text = String(row.text.prefix(length))
        try body(row)
      }
    }
  }

  private func judgePages(_ analyzer: RiskAnalyzer, of count: Int, _ split: SourceSplit) throws {
    var mixtures = PageMixtures(blocks: count, seed: seed)
    try forEachText(split) { mixtures.add($0) }
    print(mixtures.table(analyzer, mistakes: mistakes), terminator: "")
  }

  // `loading`: milliseconds to load rules and model.
  private func judgeTexts(
    _ analyzer: RiskAnalyzer, _ pack: RulePack, loading: Double, _ split: SourceSplit
  ) throws {
    var evaluation = Evaluation(ruleIDs: pack.rules.map(\.id), mistakes: mistakes)
    evaluation.loading = loading
    let output = try features.map { try FeatureFile(FilePath($0)) }
    let passageFile = try passages.map { try PassageFile(FilePath($0)) }
    let pageFile = try trainingPages.map { try PageFile(FilePath($0)) }
    try forEachText(split) { row in
      let screen = try row.codes.map { try CodedScreen(text: row.text, payloads: $0) }
      let page = screen?.page ?? row.page
      if let passageFile {
        try passageFile.append(row, analyzer.passages(of: page))
        return
      }
      if let pageFile {
        try pageFile.append(row, analyzer.trainingPage(page))
        return
      }
      let began = ContinuousClock.now
      let details = analyzer.analyzeInDetail(page, codes: screen?.codes ?? [])
      let time = (ContinuousClock.now - began) / .microseconds(1)
      try output?.append(row, details)
      evaluation.add(row, details, time: time, keyword: KeywordBaseline.isSuspicious(row.text))
    }
    try output?.flush()
    if let passageFile { return try passageFile.flush() }
    if let pageFile { return try pageFile.flush() }
    let table = EvaluationTable(evaluation)
    print(table.overview(), terminator: "")
    if bySource { print(table.groups(), terminator: "") }
    if rules { print(table.rules(), terminator: "") }
    if let measured { try TextFile.write(table.measuredYAML(of: pack), to: FilePath(measured)) }
  }
}
