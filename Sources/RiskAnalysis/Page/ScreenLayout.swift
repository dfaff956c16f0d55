internal import ScanModel
internal import TextEntities

/// How the text of a screenshot is laid out: what distinguishes a chat on a phone from a table in a program without
/// reading a word. All zero for plain text, which has no positions.
struct ScreenLayout {
  /// Names of the measures, in the order of `values`.
  static let names = [
    "has_layout", "words", "lines", "blocks", "words_per_line", "short_lines", "words_per_block", "aspect", "width",
    "large_words", "small_words", "size_spread", "beside", "left_edge", "left_edges", "filled", "longest_line", "clock",
    "digits", "capitals", "symbols", "uncertain_words", "confidence", "even_widths",
  ]

  let values: [Float]

  init(_ page: TextPage) {
    guard !page.words.isEmpty else {
      values = [Float](repeating: 0, count: Self.names.count)
      return
    }
    let lines = TextPage.lines(of: page.words)
    let heights = page.words.map(\.box.height).sorted()
    let letter = Double(max(1, heights[heights.count / 2]))
    let extent = lines.dropFirst().reduce(lines[0].box) { $0.union($1.box) }
    let words = Double(page.words.count)
    let count = Double(lines.count)
    func ofWords(_ holds: (TextPage.WordSpan) -> Bool) -> Double { Double(page.words.count(where: holds)) / words }

    let edges = Dictionary(grouping: lines) { Int(Double($0.box.x) / (2 * letter)) }.mapValues(\.count)
    let beside = zip(lines, lines.dropFirst()).count { $1.box.isBeside($0.box) }
    let inked = lines.reduce(0.0) { $0 + Double($1.box.width) * Double($1.box.height) }
    // Not `excerpt`, which walks through the text for each word.
    let letters = Array(page.text.unicodeScalars)
    let texts = page.words.map { Array(letters[$0.range]) }
    let scalars = Double(max(1, texts.reduce(0) { $0 + $1.count }))
    func ofScalars(_ holds: (Unicode.Scalar) -> Bool) -> Double {
      Double(texts.reduce(0) { $0 + $1.count(where: holds) }) / scalars
    }
    values = [
      1,
      Logistic.log(1 + words),
      Logistic.log(1 + count),
      Logistic.log(1 + Double(page.blocks.count)),
      words / count / 10,
      Double(lines.count { $0.words <= 2 }) / count,
      words / Double(max(1, page.blocks.count)) / 20,
      Logistic.log(max(0.1, Double(extent.maxY) / Double(max(1, extent.maxX)))),
      Double(extent.maxX) / letter / 100,
      ofWords { Double($0.box.height) > 1.5 * letter },
      ofWords { Double($0.box.height) < 0.7 * letter },
      Double(heights[heights.count * 9 / 10] - heights[heights.count / 10]) / letter,
      Double(beside) / count,
      Double(edges.values.max() ?? 0) / count,
      Double(edges.count) / count,
      inked / Double(max(1, extent.width)) / Double(max(1, extent.height)),
      Double(lines.map(\.words).max() ?? 0) / 20,
      Self.hasClock(texts, page.words, extent) ? 1 : 0,
      ofScalars(\.isASCIIDigit),
      ofScalars(\.properties.isUppercase),
      ofScalars { !$0.properties.isAlphabetic && !$0.isASCIIDigit },
      ofWords(\.isUncertain),
      page.words.reduce(0) { $0 + $1.confidence } / words,
      Self.evenness(texts, page.words),
    ].map { Float($0) }
  }

  /// Whether a time of day stands at the top or bottom, as in the bar of a phone or a desktop.
  private static func hasClock(_ texts: [[Unicode.Scalar]], _ words: [TextPage.WordSpan], _ extent: PixelRect) -> Bool {
    zip(texts, words).contains { text, word in
      let isAtEdge = word.box.y < extent.y + extent.height / 20 || word.box.maxY > extent.maxY - extent.height / 20
      guard isAtEdge, (4...5).contains(text.count), let colon = text.firstIndex(of: ":") else { return false }
      return colon > 0 && text.count - colon == 3 && text.allSatisfy { $0 == ":" || $0.isASCIIDigit }
    }
  }

  /// The share of longer words whose letters are as wide as those of the others: near 1 for monospaced text.
  private static func evenness(_ texts: [[Unicode.Scalar]], _ words: [TextPage.WordSpan]) -> Double {
    let widths = zip(texts, words).filter { $0.0.count >= 5 }.map { Double($1.box.width) / Double($0.count) }
    guard widths.count >= 8 else { return 0 }
    let middle = widths.sorted()[widths.count / 2]
    return Double(widths.count { abs($0 - middle) < 0.04 * middle }) / Double(widths.count)
  }
}
