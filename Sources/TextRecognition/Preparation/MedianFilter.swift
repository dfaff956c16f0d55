/// The median of an odd number of rows, byte by byte. A selection network has no branches, so that the compiler turns
/// each comparison of two rows into vector instructions.
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
  /// Forgetful selection: of half the rows and two more, the smallest and the largest cannot be the median, and make
  /// room for the next, until one row is left. That is 39 comparisons for 13 rows instead of 63.
  mutating func selectMedian(into target: UnsafeMutablePointer<UInt8>) {
    let length = self.length
    var window = Array(0..<min(count / 2 + 2, count))
    var next = window.count
    unsafe rows.withUnsafeMutableBufferPointer { rows in
      guard let start = rows.baseAddress else { return }
      while window.count > 1 {
        unsafe Self.moveExtremes(of: window, toEndsOf: start, length: length)
        window.removeFirst()
        window.removeLast()
        guard next < count else { continue }
        window.append(next)
        next += 1
      }
      unsafe target.update(from: start + window[0] * length, count: length)
    }
  }

  /// Orders rows so that the first of `window` gets the smallest bytes and the last one the largest.
  private static func moveExtremes(of window: [Int], toEndsOf start: UnsafeMutablePointer<UInt8>, length: Int) {
    func order(_ low: Int, _ high: Int) {
      unsafe Self.order(start + window[low] * length, start + window[high] * length, count: length)
    }
    let last = window.count - 1
    // Afterwards the smallest is in the first half and the largest in the second one, the middle belonging to both.
    for index in 0..<(window.count / 2) { order(index, last - index) }
    for index in stride(from: 1, through: last / 2, by: 1) {
      order(0, index)
      order(last - index, last)
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
