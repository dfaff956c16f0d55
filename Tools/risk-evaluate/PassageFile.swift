import FoundationEssentials
import RiskAnalysis
import ScanModel
import SystemPackage

/// The passages of each text, one JSON object per line, for `training/train_classifier.py`.
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
    /// Words of a recognized screen: place in the text and box, `[start, length, x, y, width, height]`.
    var words: [[Int]]?
  }

  private let encoder = JSONEncoder()
  private var pending: [UInt8] = []
  private let file: FileDescriptor

  init(_ path: FilePath) throws {
    file = try FileDescriptor.open(
      path, .writeOnly, options: [.create, .truncate], permissions: [.ownerReadWrite])
  }

  deinit { try? file.close() }

  // `words`: the words of a recognized screen, to find its passages in the picture.
  func append(
    _ row: LabelledText, _ page: (passages: [RiskAnalyzer.TrainingPassage], length: Int), words: [TextPage.WordSpan]
  ) throws {
    let line = Row(
      label: row.label, source: row.source ?? "", kind: row.kind, category: row.category, hard: row.hard ?? false,
      lang: row.lang, cues: row.cues, length: page.length, passages: page.passages,
      words: row.recognized == nil ? nil : words.map(\.place))
    pending += Array(try encoder.encode(line)) + [0x0A]
    if pending.count > 1 << 18 { try flush() }
  }

  func flush() throws {
    try file.writeAll(pending)
    pending.removeAll(keepingCapacity: true)
  }
}

extension TextPage.WordSpan {
  fileprivate var place: [Int] { [range.lowerBound, range.count, box.x, box.y, box.width, box.height] }
}
