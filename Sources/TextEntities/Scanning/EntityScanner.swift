/// Finds all entities of a text.
package enum EntityScanner {
  /// - Parameters:
  ///   - scalars: A text.
  ///   - isExhaustive: Whether to find links of any length and number, for which nobody waits: a sender could hide one behind
  ///     many.
  /// - Returns: Entities in text order, without overlaps.
  package static func entities(in scalars: [Unicode.Scalar], isExhaustive: Bool = false) -> [Entity] {
    let addresses = LinkScanner.entities(in: scalars, isExhaustive: isExhaustive)
    let numbers = NumberScanner.entities(in: scalars, skipping: addresses)
    var merged: [Entity] = []
    merged.reserveCapacity(addresses.count + numbers.count)
    var left = 0
    var right = 0
    while left < addresses.count || right < numbers.count {
      if right == numbers.count
        || left < addresses.count && addresses[left].range.lowerBound < numbers[right].range.lowerBound
      {
        merged.append(addresses[left])
        left += 1
      } else {
        merged.append(numbers[right])
        right += 1
      }
    }
    return merged
  }
}
