/// Splits what is side by side without being one line: the small time at the end of a bubble, the icon before a label.
/// If read together, each spoils the words beside it.
enum LineSplitting {
  static func split(_ line: TextLineCandidate) -> [TextLineCandidate] { splitIcons(off: line).flatMap(splitPhrases) }

  /// Splits off components at either end that are too tall to be letters of the line.
  private static func splitIcons(off line: TextLineCandidate) -> [TextLineCandidate] {
    let pieces = line.pieces(apart: max(line.letterHeight / 3, 3))
    guard pieces.count > 1 else { return [line] }
    var text = LetterTally(for: line.letters)
    text.add(line.letters[...])
    var (first, last) = (0, pieces.count - 1)
    while first < last, removeIcon(pieces[first], of: line, from: &text) { first += 1 }
    while first < last, removeIcon(pieces[last], of: line, from: &text) { last -= 1 }
    guard first > 0 || last < pieces.count - 1 else { return [line] }
    var parts = line.cut(at: (Array(pieces[1..<(first + 1)]) + pieces[(last + 1)...]).map(\.column))
    parts[first] = parts[first].withoutFarSpecks()
    return parts
  }

  private static func removeIcon(_ piece: LinePiece, of line: TextLineCandidate, from text: inout LetterTally) -> Bool {
    let letters = line.letters[piece.letters]
    guard 1...3 ~= letters.count, letters.count < text.count - letters.count else { return false }
    text.remove(letters)
    if isIcon(piece.rows, beside: text) { return true }
    text.add(letters)
    return false
  }

  private static func isIcon(_ rows: Range<Int>, beside text: LetterTally) -> Bool {
    // Brackets and Q reach 1.3 heights of capitals.
    if rows.count * 10 > text.letterHeight * 15 { return true }
    // As tall as the two rows of text beside it, and centered on both.
    let middle = rows.lowerBound + rows.count / 2
    return rows.count * 10 > text.letterHeight * 12
      && abs(middle - (2 * text.baseline - text.letterHeight) / 2) * 100 > text.letterHeight * 45
  }

  private struct Phrase {
    var letters: LetterTally
    var rows: Range<Int>
  }

  /// Splits at wide gaps where the parts differ in size or baseline.
  private static func splitPhrases(_ line: TextLineCandidate) -> [TextLineCandidate] {
    let pieces = line.pieces(apart: max(line.letterHeight, 4))
    guard pieces.count > 1 else { return [line] }
    // Of each piece and all after it.
    var rows = pieces.map(\.rows)
    for index in rows.indices.dropLast().reversed() { rows[index] = rows[index].union(rows[index + 1]) }
    // The part since the last split, and the rest of the line.
    var left = Phrase(letters: LetterTally(for: line.letters), rows: pieces[0].rows)
    var right = left
    right.letters.add(line.letters[...])
    var start = 0
    var columns: [Int] = []
    for (piece, next) in zip(pieces, pieces.indices.dropFirst()) {
      left.letters.add(line.letters[piece.letters])
      left.rows = left.rows.union(piece.rows)
      right.letters.remove(line.letters[piece.letters])
      right.rows = rows[next]
      guard left.letters.count > 0, right.letters.count > 0, differ(left, right, letterHeight: line.letterHeight) else {
        continue
      }
      columns.append(pieces[next].column)
      left.letters.remove(line.letters[start..<piece.letters.upperBound])
      left.rows = pieces[next].rows
      start = piece.letters.upperBound
    }
    return line.cut(at: columns)
  }

  private static func differ(_ left: Phrase, _ right: Phrase, letterHeight: Int) -> Bool {
    let tolerance = letterHeight * 16
    // Chinese and Japanese characters fall into components of any height, but the lines they make are equally tall.
    if min(left.letters.count, right.letters.count) >= 6,
      abs(left.rows.lowerBound - right.rows.lowerBound) * 100 < tolerance,
      abs(left.rows.upperBound - right.rows.upperBound) * 100 < tolerance
    {
      return false
    }
    let (one, other) = (left.letters, right.letters)
    let (low, high) = (min(one.letterHeight, other.letterHeight), max(one.letterHeight, other.letterHeight))
    return abs(one.baseline - other.baseline) * 100 >= tolerance || high * 10 >= low * 15
  }
}

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

/// Finds the number at any rank in logarithmic time (Fenwick, "A new data structure for cumulative frequency tables",
/// 1994).
private struct RankedValues {
  private let lowest: Int
  /// From index 1. Entry i is the sum of the counts of the last (i & -i) values up to the i-th.
  private var counts: [Int32]
  private(set) var count = 0

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
