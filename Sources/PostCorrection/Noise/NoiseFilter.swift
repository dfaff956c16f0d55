internal import ScanModel

/// Drops lines and words that are not text: icons, the crosses that close tabs, signal bars, ticks, images read as
/// letters. Confidence, boxes and the page decide, never a list of "good" words.
enum NoiseFilter {
  /// `goesOn` is asked before each line; when it says no, the rest stays as it was read.
  static func readable(_ lines: [RecognizedLine], while goesOn: () -> Bool = { true }) -> [RecognizedLine] {
    let page = PageMeasures(lines)
    let grid = GridLines(lines)
    let kept = ColumnHeadings.indices(in: lines).union(TableCells.indices(in: lines, page))
    return lines.compactMap { line in
      guard goesOn() else { return line }
      if kept.contains(line.index) { return line }
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
