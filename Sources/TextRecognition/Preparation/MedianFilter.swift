/// The median of an odd number of rows, byte by byte.
///
/// A selection network instead of sorting: without branches, so that the compiler turns each comparison of two rows
/// into vector instructions.
struct MedianFilter {
  /// Number of rows, odd.
  let count: Int
  /// Length of a row in bytes.
  let length: Int
  /// The rows, one after the other; scrambled by `selectMedian`.
  private var rows: [UInt8]

  init(count: Int, length: Int) {
    precondition(count % 2 == 1, "the median of an even number is ambiguous")
    self.count = count
    self.length = length
    rows = [UInt8](repeating: 0, count: count * length)
  }

  /// Copies `length` bytes into row `index`.
  mutating func setRow(_ index: Int, to source: UnsafePointer<UInt8>) {
    precondition((0..<count).contains(index), "no such row")
    unsafe rows.withUnsafeMutableBufferPointer { rows in
      unsafe rows.baseAddress?.advanced(by: index * length).update(from: source, count: length)
    }
  }

  /// Writes the median of the rows to `target`, `length` bytes.
  ///
  /// Bubble sort, stopped as soon as the middle row is in place: each pass moves the largest value up.
  mutating func selectMedian(into target: UnsafeMutablePointer<UInt8>) {
    let (count, length) = (self.count, self.length)
    unsafe rows.withUnsafeMutableBufferPointer { rows in
      guard let start = rows.baseAddress else { return }
      for last in stride(from: count - 1, through: count / 2, by: -1) {
        for lower in 0..<last {
          unsafe Self.order(start + lower * length, start + (lower + 1) * length, count: length)
        }
      }
      unsafe target.update(from: start + (count / 2) * length, count: length)
    }
  }

  /// Puts the smaller bytes into `low` and the larger ones into `high`.
  private static func order(_ low: UnsafeMutablePointer<UInt8>, _ high: UnsafeMutablePointer<UInt8>, count: Int) {
    for index in 0..<count {
      let (first, second) = unsafe (low[index], high[index])
      unsafe low[index] = min(first, second)
      unsafe high[index] = max(first, second)
    }
  }
}
