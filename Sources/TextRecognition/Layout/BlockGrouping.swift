internal import ScanModel

/// Groups lines into blocks: the lines of a bubble, a paragraph, a dialog, a column.
enum BlockGrouping {
  /// Largest distance between centers of lines of a paragraph, in heights of capitals (0.72 em): 1.6 em.
  private static let linePitch = 2.3
  /// Largest distance between the last line of a paragraph and the first of the next in one text, in the same unit.
  private static let paragraphPitch = 3.4

  /// Indices of the lines of each block, top to bottom.
  static func blocks(of lines: [PageLine], map: ContrastMap, background: BackgroundMap) -> [[Int]] {
    let order = lines.indices.sorted { (lines[$0].box.y, lines[$0].box.x) < (lines[$1].box.y, lines[$1].box.x) }
    let sorted = order.map { lines[$0] }
    var sets = DisjointSets(count: sorted.count)
    for (index, line) in sorted.enumerated() {
      guard let next = nextBelow(index, in: sorted) else { continue }
      if continues(line, sorted[next], map: map, background: background) { sets.join(index, next) }
    }
    return sets.groups().map { $0.map { order[$0] } }
  }

  /// The nearest line below that shares columns with this one.
  private static func nextBelow(_ index: Int, in lines: [PageLine]) -> Int? {
    let box = lines[index].box
    return lines.indices.dropFirst(index + 1)
      .prefix { lines[$0].box.y <= box.maxY + lines[index].letterHeight * 4 }
      .filter { center(lines[$0].box) > box.maxY && lines[$0].box.x < box.maxX && lines[$0].box.maxX > box.x }
      .min { center(lines[$0].box) < center(lines[$1].box) }
  }

  private static func center(_ box: PixelRect) -> Int { box.y + box.height / 2 }

  private static func continues(
    _ line: PageLine, _ next: PageLine, map: ContrastMap, background: BackgroundMap
  ) -> Bool {
    let (low, high) = (min(line.letterHeight, next.letterHeight), max(line.letterHeight, next.letterHeight))
    let pitch = Double(center(next.box) - center(line.box)) / Double(high)
    guard pitch <= paragraphPitch, high <= low * 2 else { return false }
    guard hasSameGround(line.box, next.box, background: background) else { return false }
    let alignment = high * 3 / 2
    let isAligned =
      abs(line.box.x - next.box.x) <= alignment
      || abs((line.box.x + line.box.maxX) - (next.box.x + next.box.maxX)) <= alignment
    if pitch <= linePitch {
      // Right-aligned text, and lines that start beside an inset image.
      return isAligned || abs(line.box.maxX - next.box.maxX) <= alignment || high * 10 <= low * 13
    }
    return isAligned && !isSeparated(line.box, next.box, map: map)
  }

  /// Whether both lines are on the same surface with nothing of another color between. Several places vote: amid the
  /// thick stems of large text the background is sometimes taken from the ink.
  private static func hasSameGround(_ upper: PixelRect, _ lower: PixelRect, background: BackgroundMap) -> Bool {
    let (left, right) = (max(upper.x, lower.x), min(upper.maxX, lower.maxX))
    let places = 7
    let same = (0..<places).count { place in
      let x = left + (right - left) * (2 * place + 1) / (2 * places)
      let first = background.offset(x: x, y: center(upper))
      // Gradients change by a few levels from line to line.
      return [(upper.maxY + lower.y) / 2, center(lower)].allSatisfy { y in
        colorDifference(background.colors.span, first, background.colors.span, background.offset(x: x, y: y)) <= 20
      }
    }
    return same * 2 > places
  }

  /// Whether a rule or the gap between two bubbles separates the lines: ink in nearly every column between them.
  private static func isSeparated(_ upper: PixelRect, _ lower: PixelRect, map: ContrastMap) -> Bool {
    let (left, right) = (max(upper.x, lower.x), min(upper.maxX, lower.maxX))
    guard left < right, upper.maxY < lower.y else { return false }
    let samples = 16
    let crossed = (0..<samples).count { sample in
      let x = left + (right - left) * sample / samples
      return (upper.maxY..<lower.y).contains { map.values[$0 * map.width + x] >= 12 }
    }
    return crossed * 10 >= samples * 8
  }
}
