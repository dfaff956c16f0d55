internal import ScanModel

/// Numbers by the hash of a word, in one sorted array. A dictionary of arrays took 2.6 MB for 1,650 companies and
/// 16,000 forms of their names; this takes eight bytes per number. Two words may share a hash, so the caller compares.
struct HashIndex: Sendable {
  struct Entry {
    var hash: UInt32
    var number: Int32
  }

  /// Ascending by hash.
  let entries: [Entry]

  /// - Parameter numbers: Each with the hash of its word. A word may have several numbers; duplicates are dropped.
  init(_ numbers: [(hash: WordHash, number: Int32)]) {
    // Packed, because integers sort several times faster than pairs.
    let sorted = numbers.map { UInt64(Self.short($0.hash)) << 32 | UInt64(UInt32(bitPattern: $0.number)) }.sorted()
    var entries: [Entry] = []
    entries.reserveCapacity(sorted.count)
    for (index, packed) in sorted.enumerated() where index == 0 || sorted[index - 1] != packed {
      let number = Int32(bitPattern: UInt32(truncatingIfNeeded: packed))
      entries.append(Entry(hash: UInt32(packed >> 32), number: number))
    }
    self.entries = entries
  }

  /// The numbers of a word in ascending order, possibly among those of other words with the same hash.
  func numbers(of hash: WordHash) -> LazyMapSequence<ArraySlice<Entry>, Int32> {
    let wanted = Self.short(hash)
    let first = entries.partitioningIndex { $0.hash >= wanted }
    return entries[first...].prefix { $0.hash == wanted }.lazy.map(\.number)
  }

  private static func short(_ hash: WordHash) -> UInt32 { UInt32(truncatingIfNeeded: hash.value ^ (hash.value >> 32)) }

  func write(to writer: inout BinaryWriter) { writer.list(entries) }

  /// - Throws: `outOfRange` unless all numbers are below the limit.
  init(reading reader: inout BinaryReader, limit: Int) throws(BinaryReader.Failure) {
    entries = try reader.list(Entry.self)
    guard entries.allSatisfy({ (0..<Int32(clamping: limit)).contains($0.number) }),
      zip(entries, entries.dropFirst()).allSatisfy({ $0.hash <= $1.hash })
    else { throw .outOfRange }
  }
}

/// Rows of different lengths in one block of memory (compressed sparse rows): a megabyte less for 9,000 states.
struct JaggedArray<Value: BitwiseCopyable>: Sendable where Value: Sendable {
  /// The start of each row, then the end of the last.
  let starts: [Int32]
  let values: [Value]

  // `items`: in any order, which is kept within a row.
  init(_ items: [(row: Int32, value: Value)], rowCount: Int) {
    var ends = [Int32](repeating: 0, count: rowCount + 1)
    for item in items { ends[Int(item.row) + 1] += 1 }
    for row in 0..<rowCount { ends[row + 1] += ends[row] }
    starts = ends
    var order = [Int32](repeating: 0, count: items.count)
    for (index, item) in items.enumerated() {
      order[Int(ends[Int(item.row)])] = Int32(index)
      ends[Int(item.row)] += 1
    }
    values = order.map { items[Int($0)].value }
  }

  /// All values with their rows, in row order.
  var items: [(row: Int32, value: Value)] { (0..<rowCount).flatMap { row in self[row].map { (Int32(row), $0) } } }

  var rowCount: Int { starts.count - 1 }

  subscript(row: Int) -> ArraySlice<Value> { values[Int(starts[row])..<Int(starts[row + 1])] }

  func write(to writer: inout BinaryWriter) {
    writer.list(starts)
    writer.list(values)
  }

  /// - Throws: `outOfRange` unless the starts ascend from 0 to the number of values.
  init(reading reader: inout BinaryReader) throws(BinaryReader.Failure) {
    starts = try reader.list(Int32.self)
    values = try reader.list(Value.self)
    guard starts.first == 0, starts.last.map(Int.init) == values.count, zip(starts, starts.dropFirst()).allSatisfy(<=)
    else { throw .outOfRange }
  }
}
