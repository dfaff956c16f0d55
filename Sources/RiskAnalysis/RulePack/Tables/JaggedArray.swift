/// Rows of different lengths in one block of memory (compressed sparse rows).
///
/// An array of arrays needs an allocation of at least 32 bytes per row, a megabyte more for the 9,000 states of the
/// phrases.
struct JaggedArray<Value: BitwiseCopyable>: Sendable where Value: Sendable {
  /// The start of each row, then the end of the last.
  let starts: [Int32]
  let values: [Value]

  /// - Parameters:
  ///   - items: In any order, which is kept within a row.
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
  ///   - values: The values of all rows.
  init(starts: [Int32], values: [Value]) {
    self.starts = starts
    self.values = values
  }

  /// All values with their rows, in row order.
  var items: [(row: Int32, value: Value)] {
    (0..<rowCount).flatMap { row in self[row].map { (Int32(row), $0) } }
  }

  var rowCount: Int { starts.count - 1 }

  subscript(row: Int) -> ArraySlice<Value> { values[Int(starts[row])..<Int(starts[row + 1])] }
}
