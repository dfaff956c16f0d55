internal import ScanModel

/// Erases the line through struck text, such as old prices, and makes smaller struck text a line of its own. The line
/// makes one component of the letters: some rows have ink in every column, and strokes of letters reach out on both
/// sides.
enum StruckText {
  /// In heights of the text. Letters that touch are as wide, a dash is not.
  private static let narrowest = 2.5
  /// How much taller the rest of the line must be to be another line.
  private static let otherSize = 1.2
  /// The least contrast of the line, which is paler between bars of letters that touch ("444"); of ink; of soft edges.
  private static let (solid, ink, edge): (UInt8, UInt8, UInt8) = (150, 60, 20)

  static func erasing(from map: inout ContrastMap, in line: TextLineCandidate) -> [TextLineCandidate] {
    var columns: Set<Int> = []
    for word in line.letters where Double(word.width) > Double(word.height) * narrowest {
      guard let image = InkImage(word.box, of: map), let rows = strike(image) else { continue }
      erase(rows.lowerBound + Int(word.minY)..<rows.upperBound + Int(word.minY), of: word.box, in: &map)
      let others = line.letters.filter { $0.minX >= word.maxX || $0.maxX <= word.minX }.map(\.height).sorted()
      guard !others.isEmpty, Double(others[others.count / 2]) >= Double(word.height) * otherSize else { continue }
      columns.insert(Int(word.minX))
      if let next = line.letters.first(where: { $0.minX >= word.maxX }) { columns.insert(Int(next.minX)) }
    }
    return line.cut(at: columns.filter { $0 > Int(line.letters[0].minX) }.sorted())
  }

  /// The rows of the line through a word; nil if there is none.
  private static func strike(_ word: InkImage) -> Range<Int>? {
    // Without the ends, which are soft.
    func row(_ y: Int) -> ArraySlice<UInt8> {
      word.values[y * word.width..<(y + 1) * word.width].dropFirst(2).dropLast(2)
    }
    let weakest = (0..<word.height).map { row($0).min() ?? 0 }
    let inner = word.height / 4..<word.height - word.height / 4
    let bands = inner.filter { weakest[$0] >= solid && weakest[$0 - 1] < solid }
    // Rows of "#" have two.
    guard bands.count == 1, var first = bands.first else { return nil }
    var end = first + 1
    while first > 0, weakest[first - 1] >= edge { first -= 1 }
    while end < word.height, weakest[end] >= edge { end += 1 }
    guard first > 0, end < word.height, (end - first) * 3 <= word.height else { return nil }
    let (above, below) = (row(first - 1).map { $0 >= ink }, row(end).map { $0 >= ink })
    func strokes(_ row: [Bool]) -> Int { zip(row, row.dropFirst()).count { !$0 && $1 } }
    guard strokes(above) >= 3, strokes(below) >= 3, isCrossed(first, of: word.height, above, below) else { return nil }
    return first..<end
  }

  /// Whether letters go on behind a line. Of Devanagari, Bengali and Gurmukhi most hang from theirs, though vowel signs
  /// stand on it, and that of Arabic swells into its letters.
  private static func isCrossed(_ first: Int, of height: Int, _ above: [Bool], _ below: [Bool]) -> Bool {
    let (upper, lower) = (above.count(where: \.self), below.count(where: \.self))
    guard max(upper, lower) * 5 <= above.count * 4 else { return false }
    return first * 8 >= height * 3 || zip(above, below).count { $0 && $1 } * 20 >= lower * 11
  }

  /// Replaces rows by the mean of those above and below, which goes on with the letters' strokes.
  private static func erase(_ rows: Range<Int>, of word: PixelRect, in map: inout ContrastMap) {
    for x in max(word.x - 1, 0)..<min(word.maxX + 1, map.width) {
      let above = Int(map.values[(rows.lowerBound - 1) * map.width + x])
      let below = Int(map.values[rows.upperBound * map.width + x])
      for y in rows { map.values[y * map.width + x] = UInt8((above + below) / 2) }
    }
  }
}
