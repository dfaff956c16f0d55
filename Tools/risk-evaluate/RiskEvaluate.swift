import ArgumentParser
import CodeContents
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

  @Option(help: "Write the sentences and lines of every text to this file, for training which of them are quoted.")
  var quotes: String?

  @Option(help: "Write the hit rates of each rule to this file, as YAML; rates that these texts do not measure stay.")
  var measured: String?

  @Option(help: "Cut texts to this many characters: what fits on a screen.")
  var length = 1_200

  @Option(help: "Print this many wrong verdicts of each kind, to standard error.")
  var mistakes = 0

  @Option(help: "File with the names of sources that are set aside, one a line.")
  var heldOut: String?

  @Option(help: "Which sources to look at: all, seen or held-out.")
  var part = SourceSplit.Part.all

  @Argument(help: "Files of labelled texts.", completion: .file(extensions: ["jsonl"]))
  var files: [String] = []

  func validate() throws {
    if part != .all, heldOut == nil { throw ValidationError("--part needs --held-out") }
    if trainingPages != nil, model == nil { throw ValidationError("--training-pages needs --model") }
  }

  func run() throws {
    if pageValues { return print(RiskAnalyzer.pageValueNames.joined(separator: "\n")) }
    let began = ContinuousClock.now
    let classifier = try model.map { try ScamClassifier(TextClassifier(path: FilePath($0))) }
    let pack = try loadPack(FilePath(rulePack))
    let loading = (ContinuousClock.now - began) / .milliseconds(1)
    let analyzer = RiskAnalyzer(pack: pack, classifier: classifier)
    let split = try SourceSplit(heldOut, part: part)
    if let passages {
      try write(passagesOf: analyzer, to: passages, split)
    } else if let quotes {
      let file = try BufferedFile(FilePath(quotes))
      try forEachPage(split) { _, page, _ in try file.append(line: analyzer.quotes(of: page)) }
      try file.flush()
    } else if let trainingPages {
      try write(pagesOf: analyzer, to: trainingPages, split)
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

  private func forEachPage(
    _ split: SourceSplit, _ body: (LabelledText, TextPage, [PageCode]) throws -> Void
  ) throws {
    for file in files {
      try LabelledTexts.forEach(in: FilePath(file)) { row in
        guard split.contains(row) else { return }
        var row = row
        row.text = String(row.text.prefix(length))
        let screen = try row.codes.map { try CodedScreen(text: row.text, payloads: $0) }
        try body(row, screen?.page ?? row.page, screen?.codes ?? [])
      }
    }
  }

  private func write(passagesOf analyzer: RiskAnalyzer, to path: String, _ split: SourceSplit) throws {
    let file = try BufferedFile(FilePath(path))
    try forEachPage(split) { row, page, _ in try file.append(line: PassageRow(row, analyzer.passages(of: page))) }
    try file.flush()
  }

  private func write(pagesOf analyzer: RiskAnalyzer, to path: String, _ split: SourceSplit) throws {
    let (rows, numbers) = (try BufferedFile(FilePath(path)), try BufferedFile(FilePath(path + ".f32")))
    try forEachPage(split) { row, page, codes in
      let pages = analyzer.trainingPages(page, codes: codes)
      guard let whole = pages.first else { return }
      try rows.append(line: PageRow(row, whole, worst: pages.dropFirst().first?.input))
      // 32-bit floats, the lowest byte first.
      try numbers.append(
        pages.flatMap(\.values).flatMap { value in
          (0..<4).map { UInt8(truncatingIfNeeded: value.bitPattern >> (8 * $0)) }
        })
    }
    try rows.flush()
    try numbers.flush()
  }

  // `loading`: milliseconds to load rules and model.
  private func judgeTexts(
    _ analyzer: RiskAnalyzer, _ pack: RulePack, loading: Double, _ split: SourceSplit
  ) throws {
    var evaluation = Evaluation(ruleIDs: pack.rules.map(\.id), mistakes: mistakes)
    evaluation.loading = loading
    let output = try features.map { try BufferedFile(FilePath($0)) }
    try forEachPage(split) { row, page, codes in
      let began = ContinuousClock.now
      let details = analyzer.analyzeInDetail(page, codes: codes)
      let time = (ContinuousClock.now - began) / .microseconds(1)
      try output?.append(line: FeatureRow(row, details))
      evaluation.add(row, details, time: time, keyword: KeywordBaseline.isSuspicious(row.text))
    }
    try output?.flush()
    let table = EvaluationTable(evaluation)
    print(table.overview(), terminator: "")
    if bySource { print(table.groups(), terminator: "") }
    if rules { print(table.rules(), terminator: "") }
    if let measured {
      let file = try BufferedFile(FilePath(measured))
      try file.append(Array(table.measuredYAML(of: pack).utf8))
      try file.flush()
    }
  }
}
