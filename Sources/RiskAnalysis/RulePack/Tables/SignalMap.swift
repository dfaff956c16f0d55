/// A number for some of the signals of a pack, by the number of the signal: one block of memory.
struct SignalMap: Sendable, Equatable {
  /// By signal; -1 for none. Signals behind the end have none.
  private(set) var numbers: [Int32] = []

  init() {}

  /// Takes what another one holds: numbers from -1 up.
  init(numbers: [Int32]) { self.numbers = numbers }

  subscript(signal: Int32) -> Int32? {
    get { numbers.indices.contains(Int(signal)) && numbers[Int(signal)] >= 0 ? numbers[Int(signal)] : nil }
    set {
      let missing = Int(signal) + 1 - numbers.count
      if missing > 0 { numbers += [Int32](repeating: -1, count: missing) }
      numbers[Int(signal)] = newValue ?? -1
    }
  }

  /// Those of all signals that have one.
  var values: some Sequence<Int32> { numbers.lazy.filter { $0 >= 0 } }
}
