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

  private static func short(_ hash: WordHash) -> UInt32 {
    UInt32(truncatingIfNeeded: hash.value ^ (hash.value >> 32))
  }
}

/// A map from signals to indices, stored as one array.
struct DenseIndexMap: Sendable, Equatable {
  /// By signal; -1 for none. Signals beyond the end have none.
  private(set) var indices: [Int32] = []

  /// - Parameter indices: At least -1 each.
  init(indices: [Int32] = []) { self.indices = indices }

  subscript(signal: Int32) -> Int32? {
    get { indices.indices.contains(Int(signal)) && indices[Int(signal)] >= 0 ? indices[Int(signal)] : nil }
    set {
      let missing = Int(signal) + 1 - indices.count
      if missing > 0 { indices += [Int32](repeating: -1, count: missing) }
      indices[Int(signal)] = newValue ?? -1
    }
  }

  var values: some Sequence<Int32> { indices.lazy.filter { $0 >= 0 } }
}

/// Rows of different lengths in one block of memory (compressed sparse rows). An array of arrays would take a megabyte
/// more for the 9,000 states of the phrases.
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
}
