/// The measures of `TextLineCandidate` for letters that are added and removed one by one, in lines of thousands.
struct LetterTally {
  private var heights: RankedValues
  private var bottoms: RankedValues

  /// An empty one, for some of these letters.
  init(for letters: [ConnectedComponent]) {
    heights = RankedValues(for: letters.map(\.height))
    bottoms = RankedValues(for: letters.map { Int($0.maxY) })
  }

  var count: Int { heights.count }
  var letterHeight: Int { heights[count * 3 / 4] }
  var baseline: Int { bottoms[count / 2] }

  mutating func add(_ letters: ArraySlice<ConnectedComponent>) { change(letters, by: 1) }

  mutating func remove(_ letters: ArraySlice<ConnectedComponent>) { change(letters, by: -1) }

  private mutating func change(_ letters: ArraySlice<ConnectedComponent>, by number: Int32) {
    for letter in letters {
      heights.change(letter.height, by: number)
      bottoms.change(Int(letter.maxY), by: number)
    }
  }
}

/// How often each number of a range occurs. Finds the one at any rank in logarithmic time (Fenwick, "A new data structure
/// for cumulative frequency tables", 1994).
private struct RankedValues {
  private let lowest: Int
  /// From index 1. Entry i is the sum of the counts of the last (i & -i) values up to the i-th.
  private var counts: [Int32]
  private(set) var count = 0

  /// An empty one, for some of these values.
  init(for values: [Int]) {
    lowest = values.min() ?? 0
    counts = Array(repeating: 0, count: (values.max() ?? 0) - lowest + 2)
  }

  mutating func change(_ value: Int, by number: Int32) {
    count += Int(number)
    var index = value - lowest + 1
    while index < counts.count {
      counts[index] += number
      index += index & -index
    }
  }

  /// The value with `rank` others before it in ascending order; `rank` must be below `count`.
  subscript(rank: Int) -> Int {
    var (index, rest) = (0, Int32(rank))
    var step = 1 << (Int.bitWidth - 1 - counts.count.leadingZeroBitCount)
    while step > 0 {
      if index + step < counts.count, counts[index + step] <= rest {
        index += step
        rest -= counts[index]
      }
      step /= 2
    }
    return lowest + index
  }
}
