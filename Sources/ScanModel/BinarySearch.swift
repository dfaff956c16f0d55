extension Array {
  /// The first index from which a condition holds, by binary search; it must hold for all later elements as well.
  /// Inlinable, because inner loops of other modules use it.
  @inlinable
  package func partitioningIndex(where holds: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if holds(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
