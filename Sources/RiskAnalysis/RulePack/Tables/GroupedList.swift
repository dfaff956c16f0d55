/// Short lists by number, one after the other in one block of memory.
///
/// An array of arrays has a block of its own for each of them, 32 bytes and more however little it holds: with the 9,000
/// states of the phrases a megabyte more than this.
struct GroupedList<Value: BitwiseCopyable>: Sendable where Value: Sendable {
  /// Where each list begins, and the end of the last.
  let starts: [Int32]
  let values: [Value]

  /// - Parameters:
  ///   - items: In any order; those of one list stay in theirs.
  ///   - groups: How many lists there are.
  init(_ items: [(group: Int32, value: Value)], groups: Int) {
    var ends = [Int32](repeating: 0, count: groups + 1)
    for item in items { ends[Int(item.group) + 1] += 1 }
    for group in 0..<groups { ends[group + 1] += ends[group] }
    starts = ends
    var order = [Int32](repeating: 0, count: items.count)
    for (index, item) in items.enumerated() {
      order[Int(ends[Int(item.group)])] = Int32(index)
      ends[Int(item.group)] += 1
    }
    values = order.map { items[Int($0)].value }
  }

  /// - Parameters:
  ///   - starts: Ascending from 0 to the number of values.
  ///   - values: Those of all lists.
  init(starts: [Int32], values: [Value]) {
    self.starts = starts
    self.values = values
  }

  /// The items with their lists, in the order of the lists.
  var items: [(group: Int32, value: Value)] {
    (0..<groupCount).flatMap { group in self[group].map { (Int32(group), $0) } }
  }

  var groupCount: Int { starts.count - 1 }

  subscript(group: Int) -> ArraySlice<Value> { values[Int(starts[group])..<Int(starts[group + 1])] }
}
