import FoundationEssentials
import RiskAnalysis
import SystemPackage

/// The passages of each text, one JSON object per line, for `training/train_encoder.py`.
final class PassageFile {
  private struct Row: Encodable {
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

  private let encoder = {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return encoder
  }()
  private var pending: [UInt8] = []
  private let file: FileDescriptor

  init(_ path: FilePath) throws {
    file = try FileDescriptor.open(
      path, .writeOnly, options: [.create, .truncate], permissions: [.ownerReadWrite])
  }

  deinit { try? file.close() }

  func append(
    _ row: LabelledText, _ page: (passages: [RiskAnalyzer.TrainingPassage], length: Int)
  ) throws {
    let line = Row(
      label: row.label, source: row.source ?? "", kind: row.kind, category: row.category, hard: row.hard ?? false,
      lang: row.lang, cues: row.cues, length: page.length, passages: page.passages)
    pending += Array(try encoder.encode(line)) + [0x0A]
    if pending.count > 1 << 18 { try flush() }
  }

  func flush() throws {
    try file.writeAll(pending)
    pending.removeAll(keepingCapacity: true)
  }
}
