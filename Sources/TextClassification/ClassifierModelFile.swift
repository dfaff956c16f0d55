internal import CTransformer
internal import LinuxSystem
package import SystemPackage

/// An encoder with its vocabulary and its calibration in one file. `training/export_model.py` describes and writes the
/// format.
///
/// Opening checks every size, number and word piece and a checksum over the whole file, so that later code need not
/// expect damage.
///
/// @safe: `model` points into `memory`, which lives as long as this value.
/// @unchecked Sendable: it is immutable.
@safe package struct ClassifierModelFile: @unchecked Sendable {
  /// The parts of `ct_part`, then vocabulary and parameters.
  private static let partCount = Int(CT_PART_COUNT) + 2
  private static let headerSize = 64 + 16 * partCount
  private static let checksumSize = 16
  private static let alignment = 64
  private static let version: UInt32 = 1
  /// Bytes. A model with 12 layers of the largest width has 70 MB.
  private static let sizes: ClosedRange<Int64> = Int64(8)...(128 << 20)

  let memory: MappedFile
  let model: ct_model
  let vocabulary: Vocabulary
  let parameters: ModelParameters

  /// Opens and checks a file.
  package init(path: FilePath) throws(ModelFileFailure) {
    let descriptor: OwnedDescriptor
    do throws(SystemError) {
      descriptor = try OwnedDescriptor.openFile(path, followingSymlinks: true)
    } catch {
      throw Errno(rawValue: error.errno) == .noSuchFileOrDirectory ? .missing : .unreadable(error.reason)
    }
    try self.init(memory: try MappedFile(descriptor: descriptor, sizes: Self.sizes))
  }

  private init(memory: MappedFile) throws(ModelFileFailure) {
    // Frees the pages that only the checks needed.
    defer { memory.release() }
    guard memory.bytes(0..<8).elementsEqual("OCRSCENC".utf8) else { throw .notAModelFile }
    guard memory.count >= Self.headerSize + Self.checksumSize else { throw .damaged }
    guard memory.integer(UInt32.self, at: 8) == Self.version else { throw .otherVersion }
    let contentSize = memory.count - Self.checksumSize
    let stored = [memory.integer(UInt64.self, at: contentSize), memory.integer(UInt64.self, at: contentSize + 8)]
    guard
      memory.integer(UInt32.self, at: 12) == Self.partCount, memory.integer(UInt64.self, at: 16) == memory.count,
      memory.integer(UInt64.self, at: 56) == 0, memory.checksum(of: 0..<contentSize) == stored
    else { throw .damaged }

    var dimensions = Self.dimensions(memory)
    guard unsafe ct_dimensions_are_sensible(&dimensions) == 1 else { throw .damaged }
    let parts = try Self.parts(memory, contentSize: contentSize)
    for (part, range) in parts.prefix(Int(CT_PART_COUNT)).enumerated() {
      guard unsafe ct_part_size(&dimensions, Int32(part)) == range.count else { throw .damaged }
    }
    let places = unsafe parts.prefix(Int(CT_PART_COUNT)).map { unsafe memory.address(of: $0) }
    var model = unsafe ct_model_view(&dimensions, places)
    guard unsafe ct_model_is_bounded(&model) == 1 else { throw .damaged }
    guard
      let vocabulary = Vocabulary(memory: memory, range: parts[6], count: Int(dimensions.vocabulary)),
      let parameters = ModelParameters(memory: memory, range: parts[7]),
      parameters.outputNames.count == dimensions.outputs
    else { throw .damaged }

    self.memory = memory
    unsafe self.model = model
    self.vocabulary = vocabulary
    self.parameters = parameters
  }

  private static func dimensions(_ memory: MappedFile) -> ct_dimensions {
    let numbers = (0..<7).map { memory.integer(UInt32.self, at: 24 + 4 * $0) }
    return ct_dimensions(
      width: numbers[0], heads: numbers[1], layers: numbers[2], inner: numbers[3], vocabulary: numbers[4],
      positions: numbers[5], outputs: numbers[6], epsilon: Float(bitPattern: memory.integer(UInt32.self, at: 52)))
  }

  /// The locations of the parts, which follow each other with only alignment in between.
  private static func parts(_ memory: MappedFile, contentSize: Int) throws(ModelFileFailure) -> [Range<Int>] {
    var parts: [Range<Int>] = []
    var end = headerSize
    for part in 0..<partCount {
      let start = memory.integer(UInt64.self, at: 64 + 16 * part)
      let size = memory.integer(UInt64.self, at: 72 + 16 * part)
      guard start == end, size >= 1, size <= contentSize - end else { throw .damaged }
      parts.append(end..<(end + Int(size)))
      end += (Int(size) + alignment - 1) / alignment * alignment
      guard end <= contentSize else { throw .damaged }
    }
    guard end == contentSize else { throw .damaged }
    return parts
  }
}

/// Why a model file cannot be used.
package enum ModelFileFailure: Error, Sendable, Hashable {
  case missing
  /// With the text of strerror(3).
  case unreadable(String)
  case notAModelFile
  case otherVersion
  case damaged

  /// The end of a sentence.
  package var reason: String {
    switch self {
    case .missing: "the file is missing"
    case .unreadable(let reason): "the file cannot be read: \(reason)"
    case .notAModelFile: "the file is not a model of ocr-scan"
    case .otherVersion: "the file is of another version of the program"
    case .damaged: "the file is damaged"
    }
  }
}
