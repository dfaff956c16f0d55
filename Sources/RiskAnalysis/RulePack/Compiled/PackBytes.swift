/// The parts of a compiled rule pack, one after the other: numbers little-endian, as every processor that Swift runs on
/// keeps them, so that a list is one copy.
struct PackBytesWriter {
  private(set) var bytes: [UInt8] = []

  mutating func integer(_ value: Int) { number(Int32(clamping: value)) }

  mutating func number<Value: BitwiseCopyable>(_ value: Value) { array([value]) }

  /// A list of known length.
  private mutating func array<Value: BitwiseCopyable>(_ values: [Value]) {
    unsafe values.withUnsafeBytes { unsafe bytes.append(contentsOf: $0) }
  }

  mutating func list<Value: BitwiseCopyable>(_ values: [Value]) {
    integer(values.count)
    array(values)
  }

  mutating func text(_ value: String) { list(Array(value.utf8)) }

  /// Texts, as their lengths and all their bytes.
  mutating func texts(_ values: [String]) {
    list(values.map { Int32($0.utf8.count) })
    list(values.flatMap(\.utf8))
  }
}

/// Reads what `PackBytesWriter` wrote; never looks beyond the bytes, whatever they say.
struct PackBytesReader {
  typealias Failure = CompiledPackFailure.Reason

  private let bytes: [UInt8]
  private(set) var position: Int

  init(_ bytes: [UInt8], from position: Int) {
    self.bytes = bytes
    self.position = position
  }

  var isAtEnd: Bool { position == bytes.count }

  /// A number from 0 up.
  mutating func integer() throws(Failure) -> Int {
    let value = try number(Int32.self)
    guard value >= 0 else { throw .outOfRange }
    return Int(value)
  }

  /// A number of a type of which every pattern of bits is a value.
  mutating func number<Value: BitwiseCopyable>(_ type: Value.Type) throws(Failure) -> Value {
    guard let value = try array(type, count: 1).first else { throw .cutOff }
    return value
  }

  private mutating func array<Value: BitwiseCopyable>(_ type: Value.Type, count: Int) throws(Failure) -> [Value] {
    let size = count * MemoryLayout<Value>.stride
    guard count >= 0, size <= bytes.count - position else { throw .cutOff }
    let start = position
    position += size
    return unsafe [Value](unsafeUninitializedCapacity: count) { buffer, filled in
      unsafe bytes.withUnsafeBytes { source in
        unsafe UnsafeMutableRawBufferPointer(buffer).copyMemory(
          from: UnsafeRawBufferPointer(rebasing: source[start..<(start + size)]))
      }
      filled = count
    }
  }

  /// A list of a type of which every pattern of bits is a value.
  mutating func list<Value: BitwiseCopyable>(_ type: Value.Type) throws(Failure) -> [Value] {
    try array(type, count: integer())
  }

  mutating func text() throws(Failure) -> String {
    guard let text = String(validating: try list(UInt8.self), as: UTF8.self) else { throw .outOfRange }
    return text
  }

  mutating func texts() throws(Failure) -> [String] {
    let lengths = try list(Int32.self)
    let letters = try list(UInt8.self)
    guard let texts = Self.texts(lengths, letters) else { throw .outOfRange }
    return texts
  }

  private static func texts(_ lengths: [Int32], _ letters: [UInt8]) -> [String]? {
    unsafe letters.withUnsafeBufferPointer { letters in
      var texts: [String] = []
      texts.reserveCapacity(lengths.count)
      var start = 0
      for length in lengths {
        guard length >= 0, Int(length) <= letters.count - start else { return nil }
        let part = unsafe UnsafeBufferPointer(rebasing: letters[start..<(start + Int(length))])
        guard let text = unsafe String(validating: part, as: UTF8.self) else { return nil }
        texts.append(text)
        start += Int(length)
      }
      return start == letters.count ? texts : nil
    }
  }

  /// A list of numbers that count something, each within the range.
  mutating func indices(in range: Range<Int>) throws(Failure) -> [Int32] {
    let values = try list(Int32.self)
    guard values.allSatisfy({ range.contains(Int($0)) }) else { throw .outOfRange }
    return values
  }
}
