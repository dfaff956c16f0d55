/// Gives the same numbers for the same seed (SplitMix64).
package struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }

  /// One of them, which must not be none.
  package mutating func pick<Element>(_ elements: some Collection<Element>) -> Element {
    elements[elements.index(elements.startIndex, offsetBy: Int.random(in: 0..<elements.count, using: &self))]
  }

  /// So many of these characters.
  package mutating func word(_ count: Int, of characters: String) -> String {
    let characters = Array(characters)
    return String((0..<count).map { _ in pick(characters) })
  }
}
