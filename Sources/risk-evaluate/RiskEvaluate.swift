import ArgumentParser
import RiskAnalysis
import ScanModel
import SystemPackage

/// Measures the rules on labelled texts. A tool for developers; not installed.
@main
struct RiskEvaluate: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "risk-evaluate",
    abstract: "Measure the risk rules on labelled texts (JSON lines with text, label, source, category, kind, lang).")

  @Option(help: "Directory of the rule files.")
  var rulePack: String

  @Flag(help: "Print figures for each source, kind, category and language.")
  var bySource = false

  @Flag(help: "Print the hit rates of each rule.")
  var rules = false

  @Option(help: "Write the rules that fired on each text to this file, for training.")
  var features: String?

  @Option(help: "Write the hit rates of each rule to this file, as YAML.")
  var measured: String?

  @Option(help: "Cut texts to this many characters: what fits on a screen.")
  var length = 1_200

  @Option(help: "Print this many wrong verdicts of each kind, to standard error.")
  var mistakes = 0

  @Argument(help: "Files of labelled texts.", completion: .file(extensions: ["jsonl"]))
  var files: [String]

  func run() throws {
    let pack = try RulePack.load(directory: FilePath(rulePack))
    let analyzer = RiskAnalyzer(pack: pack)
    var evaluation = Evaluation(ruleIDs: pack.rules.map(\.id), mistakes: mistakes)
    let output = try features.map { try FeatureFile(FilePath($0)) }
    for file in files {
      try LabelledTexts.forEach(in: FilePath(file)) { row in
        let page = TextPage(plainText: String(row.text.prefix(length)))
        let judgement = analyzer.judge(page)
        try output?.append(row, judgement)
        evaluation.add(row, judgement, keyword: KeywordBaseline.isSuspicious(row.text))
      }
    }
    try output?.flush()
    let table = EvaluationTable(evaluation)
    print(table.overview(), terminator: "")
    if bySource { print(table.groups(), terminator: "") }
    if rules { print(table.rules(), terminator: "") }
    if let measured { try TextFile.write(table.measuredYAML(), to: FilePath(measured)) }
  }
}
