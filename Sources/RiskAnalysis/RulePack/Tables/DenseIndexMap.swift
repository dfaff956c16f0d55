/// A map from signals to indices, stored as one array.
struct DenseIndexMap: Sendable, Equatable {
  /// By signal; -1 for none. Signals beyond the end have none.
  private(set) var indices: [Int32] = []

  init() {}

  /// - Parameter indices: At least -1 each.
  init(indices: [Int32]) { self.indices = indices }

  subscript(signal: Int32) -> Int32? {
    get { indices.indices.contains(Int(signal)) && indices[Int(signal)] >= 0 ? indices[Int(signal)] : nil }
    set {
      let missing = Int(signal) + 1 - indices.count
      if missing > 0 { indices += [Int32](repeating: -1, count: missing) }
      indices[Int(signal)] = newValue ?? -1
    }
  }

  /// The indices of all signals that have one.
  var values: some Sequence<Int32> { indices.lazy.filter { $0 >= 0 } }
}
