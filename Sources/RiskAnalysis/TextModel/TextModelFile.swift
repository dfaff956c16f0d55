/// The file of a text model, as `training/train_text_model.py` writes it. All numbers are little-endian:
///
///     "OSTM", version, bits, number of signals                             4 bytes each
///     unit, intercept, share, lower and upper limit, full length,
///     intercept and slope of the calibration, medium, high                 10 IEEE 754 doubles
///     for each signal: FNV-1a hash of its name, weight                     8 bytes and a double
///     weights of the places                                                2^bits signed bytes
///     FNV-1a hash of everything before                                     8 bytes
struct TextModelFile {
  static let name = "text-model.bin"
  static let version: UInt32 = 1
  static let maximumBits: UInt32 = 22
  static let maximumSignals: UInt32 = 1_024

  /// Why a file cannot be used.
  enum Failure: Error, Equatable {
    case notAModel, unknownVersion, wrongSize, damaged, outOfRange

    /// In plain words.
    var reason: String {
      switch self {
      case .notAModel: "the file is not a text model"
      case .unknownVersion: "the text model is of another version of the program"
      case .wrongSize: "the text model is cut off or too long"
      case .damaged: "the text model is damaged"
      case .outOfRange: "the text model holds numbers that make no sense"
      }
    }
  }

  private let bytes: [UInt8]
  private var position = 0

  /// Reads a model; never looks beyond the bytes, whatever they say.
  static func read(_ bytes: [UInt8]) throws(Failure) -> TextModel {
    var file = TextModelFile(bytes: bytes)
    return try file.model()
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private mutating func model() throws(Failure) -> TextModel {
    guard bytes.starts(with: "OSTM".utf8) else { throw .notAModel }
    position = 4
    guard try UInt32(truncatingIfNeeded: integer(4)) == Self.version else { throw .unknownVersion }
    let bits = try UInt32(truncatingIfNeeded: integer(4))
    let signals = try UInt32(truncatingIfNeeded: integer(4))
    guard (1...Self.maximumBits).contains(bits), signals <= Self.maximumSignals else { throw .outOfRange }
    let places = 1 << Int(bits)
    guard bytes.count == 16 + 10 * 8 + Int(signals) * 16 + places + 8 else { throw .wrongSize }
    guard hash(bytes[..<(bytes.count - 8)]) == storedHash() else { throw .damaged }
    var numbers: [Double] = []
    for _ in 0..<10 { numbers.append(try number()) }
    let signalWeights = try readSignals(Int(signals))
    let weights = bytes[position..<(position + places)].map(Int8.init(bitPattern:))
    let isSensible =
      (0...1).contains(numbers[0]) && (0...5).contains(numbers[2]) && numbers[3] <= 0 && numbers[4] >= 0
      && numbers[5] >= 1 && (0.05...5).contains(numbers[7]) && numbers[8] > 0 && numbers[8] < numbers[9]
      && numbers[9] < 1
    guard isSensible else { throw .outOfRange }
    return TextModel(
      bits: Int(bits), weights: weights, unit: numbers[0], intercept: numbers[1], signalWeights: signalWeights,
      share: numbers[2], limits: numbers[3]...numbers[4], fullLength: numbers[5],
      calibration: RiskModel(intercept: numbers[6], slope: numbers[7], medium: numbers[8], high: numbers[9]))
  }

  /// A signal that this program does not know counts nothing, as does one that the model does not know.
  private mutating func readSignals(_ count: Int) throws(Failure) -> [Double] {
    var byHash: [UInt64: Double] = [:]
    for _ in 0..<count {
      let name = try integer(8)
      byHash[name] = try number()
    }
    return EntitySignal.allCases.map { byHash[hash(Array($0.rawValue.utf8)[...])] ?? 0 }
  }

  private mutating func integer(_ size: Int) throws(Failure) -> UInt64 {
    guard bytes.count - position >= size else { throw .wrongSize }
    let value = Self.littleEndian(bytes[position..<(position + size)])
    position += size
    return value
  }

  private mutating func number() throws(Failure) -> Double {
    let value = Double(bitPattern: try integer(8))
    guard value.isFinite, abs(value) <= 100 else { throw .outOfRange }
    return value
  }

  private func storedHash() -> UInt64 { Self.littleEndian(bytes.suffix(8)) }

  private static func littleEndian(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  private func hash(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    var hash = WordHash()
    for byte in bytes { hash.combine(UInt32(byte)) }
    return hash.value
  }
}
