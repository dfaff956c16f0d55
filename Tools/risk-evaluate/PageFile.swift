import FoundationEssentials
import RiskAnalysis
import SystemPackage

/// What the page's model sees of each text, for `training/train_page.py`: one JSON object per line, and beside it a file
/// with the numbers of all rows (little-endian 32-bit floats).
final class PageFile {
  private struct Row: Encodable {
    var label: String
    var source: String
    var kind: String?
    var category: String?
    var hard: Bool
    var lang: String?
    var screen: String?
    var file: String?
    var input: String
  }

  private struct NeedsModel: Error, CustomStringConvertible { var description = "--training-pages needs --model" }

  private let encoder = {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return encoder
  }()
  private var lines: [UInt8] = []
  private var numbers: [UInt8] = []
  private let lineFile: FileDescriptor
  private let numberFile: FileDescriptor

  init(_ path: FilePath) throws {
    func create(_ path: FilePath) throws -> FileDescriptor {
      try FileDescriptor.open(path, .writeOnly, options: [.create, .truncate], permissions: [.ownerReadWrite])
    }
    lineFile = try create(path)
    numberFile = try create(FilePath(path.string + ".f32"))
  }

  deinit {
    try? lineFile.close()
    try? numberFile.close()
  }

  func append(_ row: LabelledText, _ page: RiskAnalyzer.TrainingPage?) throws {
    guard let page else { throw NeedsModel() }
    let line = Row(
      label: row.label, source: row.source ?? "", kind: row.kind, category: row.category, hard: row.hard ?? false,
      lang: row.lang, screen: row.screen, file: row.file, input: page.input)
    lines += Array(try encoder.encode(line)) + [0x0A]
    for value in page.values {
      let bits = value.bitPattern
      for shift in stride(from: UInt32(0), to: 32, by: 8) { numbers.append(UInt8(truncatingIfNeeded: bits >> shift)) }
    }
    if lines.count + numbers.count > 1 << 20 { try flush() }
  }

  func flush() throws {
    try lineFile.writeAll(lines)
    try numberFile.writeAll(numbers)
    lines.removeAll(keepingCapacity: true)
    numbers.removeAll(keepingCapacity: true)
  }
}
