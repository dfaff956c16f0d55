/// Rows of different lengths in one block of memory (compressed sparse rows).
///
/// An array of arrays takes an allocation of at least 32 bytes for each row, a megabyte more for the 9,000 states of the
/// phrases.
struct JaggedArray<Value: BitwiseCopyable>: Sendable where Value: Sendable {
  /// The start of each row, then the end of the last.
  let starts: [Int32]
  let values: [Value]

  /// - Parameters:
  ///   - items: In any order; those of one row keep theirs.
  ///   - rowCount: Number of rows.
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

  /// - Parameters:
  ///   - starts: Ascending from 0 to the number of values.
  ///   - values: Those of all rows.
  init(starts: [Int32], values: [Value]) {
    self.starts = starts
    self.values = values
  }

  /// All values with their rows, in the order of the rows.
  var items: [(row: Int32, value: Value)] {
    (0..<rowCount).flatMap { row in self[row].map { (Int32(row), $0) } }
  }

  var rowCount: Int { starts.count - 1 }

  subscript(row: Int) -> ArraySlice<Value> { values[Int(starts[row])..<Int(starts[row + 1])] }
}
