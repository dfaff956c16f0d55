import FoundationEssentials
import RiskAnalysis
import ScanModel
import SystemPackage

/// The rules that fired on each text, one JSON object per line, for `training/fit_weights.py`.
final class FeatureFile {
  private struct Row: Encodable {
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

  private let path: FilePath
  private let encoder = {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return encoder
  }()
  private var pending: [UInt8] = []
  private var file: FileDescriptor

  init(_ path: FilePath) throws {
    self.path = path
    file = try FileDescriptor.open(
      path, .writeOnly, options: [.create, .truncate], permissions: [.ownerReadWrite, .groupRead, .otherRead])
  }

  deinit { try? file.close() }

  func append(_ row: LabelledText, _ details: RiskAnalyzer.DetailedAssessment) throws {
    let line = Row(
      label: row.label, source: row.source ?? "", kind: row.kind, hard: row.hard ?? false, lang: row.lang,
      rules: details.rules, shares: details.shares, offset: details.offset,
      sum: details.sum, pageSum: details.pageSum, level: details.assessment.level.rawValue,
      category: details.assessment.category.rawValue, truth: row.category, file: row.file,
      screen: details.assessment.screen?.kind.rawValue)
    pending += Array(try encoder.encode(line)) + [0x0A]
    if pending.count > 1 << 18 { try flush() }
  }

  func flush() throws {
    try file.writeAll(pending)
    pending.removeAll(keepingCapacity: true)
  }
}
