import RiskAnalysis
import ScanModel

/// The rules that fired on a text, for `training/fit_weights.py`.
struct FeatureRow: Encodable {
  var label: String
  var source: String
  var kind: String?
  var hard: Bool
  var lang: String?
  var rules: [String]
  var shares: [Double]
  var offset: Double
  /// Total log-odds of the passage that looks most like a scam, and of the page.
  var sum: Double
  var pageSum: Double
  var level: String
  var category: String
  var truth: String?
  var file: String?
  /// The kind of screen; nil for plain text.
  var screen: String?
}

extension FeatureRow {
  init(_ row: LabelledText, _ details: RiskAnalyzer.DetailedAssessment) {
    self.init(
      label: row.label, source: row.source ?? "", kind: row.kind, hard: row.hard ?? false, lang: row.lang,
      rules: details.rules, shares: details.shares, offset: details.offset,
      sum: details.sum, pageSum: details.pageSum, level: details.assessment.level.rawValue,
      category: details.assessment.category.rawValue, truth: row.category, file: row.file,
      screen: details.assessment.screen?.kind.rawValue)
  }
}

/// The passages of a text, for `training/train_encoder.py`.
struct PassageRow: Encodable {
  var label: String
  var source: String
  var kind: String?
  var category: String?
  var hard: Bool
  var lang: String?
  var cues: [String]?
  var length: Int
  var passages: [RiskAnalyzer.TrainingPassage]
}

extension PassageRow {
  init(_ row: LabelledText, _ page: (passages: [RiskAnalyzer.TrainingPassage], length: Int)) {
    self.init(
      label: row.label, source: row.source ?? "", kind: row.kind, category: row.category, hard: row.hard ?? false,
      lang: row.lang, cues: row.cues, length: page.length, passages: page.passages)
  }
}

/// What the page's model sees of a text, for `training/train_page.py`, beside a file with the numbers of all rows: of the
/// page, and after it of the worst passage.
struct PageRow: Encodable {
  var label: String
  var source: String
  var kind: String?
  var category: String?
  var hard: Bool
  var lang: String?
  var screen: String?
  var file: String?
  var input: String
  /// The worst passage of a text without places.
  var worst: String?
  /// Log-odds that the codes of a screen add to its page's.
  var ofCodes: Double?
}

extension PageRow {
  init(_ row: LabelledText, _ page: RiskAnalyzer.TrainingPage, worst: String?) {
    self.init(
      label: row.label, source: row.source ?? "", kind: row.kind, category: row.category, hard: row.hard ?? false,
      lang: row.lang, screen: row.screen, file: row.file, input: page.input, worst: worst,
      ofCodes: row.codes.map { _ in page.ofCodes })
  }
}
