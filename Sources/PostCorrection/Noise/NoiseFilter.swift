internal import ScanModel

/// Drops what is not text: icons, the crosses that close tabs, signal bars, ticks, images read as letters.
///
/// The rules use confidence, boxes and the page, never a list of "good" words.
enum NoiseFilter {
  /// The lines and words that are text, in the original order.
  static func readable(_ lines: [RecognizedLine]) -> [RecognizedLine] {
    let page = PageMeasures(lines)
    let headings = ColumnHeadings(lines)
    let grid = GridLines(lines)
    let cells = TableCells(lines, page)
    return lines.compactMap { line in
      if headings.contains(line) || cells.contains(line) { return line }
      var rest = line
      if StatusBar.isStatusBar(line, page) {
        rest.words = StatusBar.readable(line.words)
        return rest.words.isEmpty ? nil : rest
      }
      guard TextPlausibility.isText(line.words) else { return nil }
      rest.words = EdgeNoise.trimmed(grid.removed(from: line.words))
      rest.words.removeAll { GlyphShape.isOneGlyph($0) || GlyphShape.isSpeck($0, page) }
      // What remains may be too little to be credible.
      if rest.words.count < line.words.count, !TextPlausibility.isText(rest.words) { return nil }
      return rest.words.isEmpty || GlyphShape.isPicture(rest.words, page) ? nil : rest
    }
  }
}

/// Typical measures of a page.
struct PageMeasures {
  /// Height in pixels of the boxes of most words; 0 on a page with few words.
  let letterHeight: Int
  /// Bottom of the last line in pixels.
  let bottom: Int

  /// Fewer words do not show what is typical.
  private static let fewest = 12

  init(_ lines: [RecognizedLine]) {
    var heights: [Int] = []
    for line in lines where TextPlausibility.isText(line.words) {
      heights += line.words.lazy.filter { $0.text.unicodeScalars.count >= 3 }.map(\.box.height)
    }
    letterHeight = heights.count < Self.fewest ? 0 : heights.sorted()[heights.count / 2]
    bottom = lines.map(\.box.maxY).max() ?? 0
  }
}

/// "A", "B", "C" above the columns of a spreadsheet. Single letters count as text only in such a row.
private struct ColumnHeadings {
  private var indices: Set<Int> = []

  init(_ lines: [RecognizedLine]) {
    let letters = lines.filter { line in
      line.words.count == 1 && line.words[0].text.unicodeScalars.count == 1
        && line.words[0].text.firstScalar?.isCapital == true
    }.sorted { ($0.box.x, $0.index) < ($1.box.x, $1.index) }
    guard letters.count >= 3 else { return }
    for line in letters {
      guard let scalar = line.words[0].text.firstScalar else { continue }
      // Nearby letters of the alphabet on the correct side, at the same height.
      let neighbors = letters.filter { other in
        guard let next = other.words[0].text.firstScalar else { return false }
        let distance = Int(next.value) - Int(scalar.value)
        let isRightWay = (distance > 0) == (other.box.x > line.box.x)
        return distance != 0 && abs(distance) <= 3 && isRightWay
          && abs(other.box.y + other.box.height / 2 - line.box.y - line.box.height / 2) <= line.box.height / 2
      }
      if neighbors.count >= 2 { indices.insert(line.index) }
    }
  }

  func contains(_ line: RecognizedLine) -> Bool { indices.contains(line.index) }
}
