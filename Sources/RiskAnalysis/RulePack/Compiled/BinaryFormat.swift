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
    let size = MemoryLayout<Value>.size
    guard size <= bytes.count - position else { throw .cutOff }
    defer { position += size }
    return unsafe bytes.withUnsafeBytes { unsafe $0.loadUnaligned(fromByteOffset: position, as: type) }
  }

  /// A list of a type for which every bit pattern is valid.
  mutating func list<Value: BitwiseCopyable>(_ type: Value.Type) throws(Failure) -> [Value] {
    let count = try integer()
    let size = count * MemoryLayout<Value>.stride
    guard size <= bytes.count - position else { throw .cutOff }
    // Without elements, the initializer below would write its count into the storage that all empty arrays share.
    guard count > 0 else { return [] }
    defer { position += size }
    return unsafe [Value](unsafeUninitializedCapacity: count) { buffer, filled in
      unsafe bytes.withUnsafeBytes { source in
        unsafe UnsafeMutableRawBufferPointer(buffer).copyMemory(
          from: UnsafeRawBufferPointer(rebasing: source[position..<(position + size)]))
      }
      filled = count
    }
  }

  mutating func text() throws(Failure) -> String {
    guard let text = String(validating: try list(UInt8.self), as: UTF8.self) else { throw .outOfRange }
    return text
  }

  mutating func texts() throws(Failure) -> [String] {
    let lengths = try list(Int32.self)
    var letters = try list(UInt8.self)[...]
    var texts: [String] = []
    texts.reserveCapacity(lengths.count)
    for length in lengths {
      guard (0...letters.count).contains(Int(length)),
        let text = String(validating: letters.prefix(Int(length)), as: UTF8.self)
      else { throw .outOfRange }
      texts.append(text)
      letters = letters.dropFirst(Int(length))
    }
    guard letters.isEmpty else { throw .outOfRange }
    return texts
  }

  /// A list of numbers within a range.
  mutating func indices(in range: Range<Int>) throws(Failure) -> [Int32] {
    let values = try list(Int32.self)
    guard values.allSatisfy({ range.contains(Int($0)) }) else { throw .outOfRange }
    return values
  }
}

/// Writes the parts of a compiled rule pack. Numbers are little-endian as in memory, so a list is a single copy.
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

  /// The keys, ascending, then their values.
  mutating func table(_ values: [Int32: Int32]) {
    let sorted = values.sorted { $0.key < $1.key }
    list(sorted.map(\.key))
    list(sorted.map(\.value))
  }
}
