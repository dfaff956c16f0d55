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
