/// Reads what `BinaryWriter` wrote, and never past the end, whatever the bytes contain.
struct BinaryReader {
  typealias Failure = CompiledRulePackFailure.Reason

  let bytes: [UInt8]
  private(set) var position: Int

  var isAtEnd: Bool { position == bytes.count }

  /// A number of at least 0.
  mutating func integer() throws(Failure) -> Int {
    let value = try number(Int32.self)
    guard value >= 0 else { throw .outOfRange }
    return Int(value)
  }

  /// A number of a type for which every bit pattern is valid.
  mutating func number<Value: BitwiseCopyable>(_ type: Value.Type) throws(Failure) -> Value {
    guard let value = try array(type, count: 1).first else { throw .cutOff }
    return value
  }

  private mutating func array<Value: BitwiseCopyable>(_ type: Value.Type, count: Int) throws(Failure) -> [Value] {
    let size = count * MemoryLayout<Value>.stride
    guard count >= 0, size <= bytes.count - position else { throw .cutOff }
    // Without elements, the initializer below would write its count into the storage that all empty arrays share.
    guard count > 0 else { return [] }
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

  /// A list of a type for which every bit pattern is valid.
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

  /// A list of numbers within a range.
  mutating func indices(in range: Range<Int>) throws(Failure) -> [Int32] {
    let values = try list(Int32.self)
    guard values.allSatisfy({ range.contains(Int($0)) }) else { throw .outOfRange }
    return values
  }
}

/// Writes the parts of a compiled rule pack. Numbers are little-endian, as in the memory of every supported processor,
/// so a list is a single copy.
struct BinaryWriter {
  private(set) var bytes: [UInt8] = []

  mutating func integer(_ value: Int) { number(Int32(clamping: value)) }

  mutating func number<Value: BitwiseCopyable>(_ value: Value) { array([value]) }

  /// The elements without their count.
  private mutating func array<Value: BitwiseCopyable>(_ values: [Value]) {
    unsafe values.withUnsafeBytes { unsafe bytes.append(contentsOf: $0) }
  }

  mutating func list<Value: BitwiseCopyable>(_ values: [Value]) {
    integer(values.count)
    array(values)
  }

  mutating func text(_ value: String) { list(Array(value.utf8)) }

  /// The lengths of all texts, then their bytes.
  mutating func texts(_ values: [String]) {
    list(values.map { Int32($0.utf8.count) })
    list(values.flatMap(\.utf8))
  }
}
