internal import ScanModel

/// Finds the cells of tables that are too short to be credible on their own: "E", "N", "kg", "R+". Unlike an icon, a
/// cell has text of its own size at the same height, and more below along the same edge.
enum TableCells {
  /// Fewest other pieces in the row, and in the column.
  private static let fewestInRow = 3
  private static let fewestInColumn = 3
  /// How far above or below others of the column may be, in heights: four rows. The cross of a window is level with
  /// something at the right edge far below.
  private static let reach = 8
  /// Most letters of such a cell. Longer words are judged as words.
  private static let longest = 4
  /// One icon in twenty is read with a higher confidence.
  private static let leastConfidence = 0.5
  /// With more lines than this, cells are not searched for. Line finding stops at 2,000.
  private static let maximumLines = 4_000
  /// Further lines that may be cells are not looked at, because each is compared with all.
  private static let maximumDoubtful = 512

  static func indices(in lines: [RecognizedLine], _ page: PageMeasures) -> Set<Int> {
    guard page.letterHeight > 0, lines.count <= maximumLines else { return [] }
    let doubtful = lines.lazy.filter { isShort($0, page) && !TextPlausibility.isText($0.words) }.prefix(maximumDoubtful)
    guard !doubtful.isEmpty else { return [] }
    let pieces = lines.filter { TextPlausibility.isText($0.words) || isShort($0, page) }
      .map { (index: $0.index, box: $0.box, isCell: isCell($0)) }
    var indices: Set<Int> = []
    for line in doubtful {
      let row = pieces.count { $0.index != line.index && $0.isCell && isInRow(line.box, $0.box) }
      guard row >= fewestInRow else { continue }
      let column = pieces.count { $0.index != line.index && isInColumn(line.box, $0.box) }
      if column >= fewestInColumn { indices.insert(line.index) }
    }
    return indices
  }

  /// Whether it may be a cell: one word of a few letters, as high as the text of the page.
  private static func isShort(_ line: RecognizedLine, _ page: PageMeasures) -> Bool {
    guard line.words.count == 1, let word = line.words.first, word.confidence >= leastConfidence else { return false }
    let scalars = word.text.unicodeScalars
    return scalars.count <= longest && scalars.contains { $0.isAlphanumeric }
      && word.box.height * 10 <= page.letterHeight * 13 && word.box.height * 10 >= page.letterHeight * 6
  }

  /// Icons are also beside labels, but hardly ever beside three short ones.
  private static func isCell(_ line: RecognizedLine) -> Bool {
    line.words.count <= 2 && line.words.allSatisfy { $0.text.unicodeScalars.count <= 8 }
  }

  private static func isInRow(_ one: PixelRect, _ other: PixelRect) -> Bool {
    isAlike(one, other) && abs(2 * one.y + one.height - 2 * other.y - other.height) <= one.height
  }

  private static func isInColumn(_ one: PixelRect, _ other: PixelRect) -> Bool {
    let slack = max(one.height / 3, 2)
    let isAligned =
      abs(one.x - other.x) <= slack || abs(one.maxX - other.maxX) <= slack
      || abs(one.x + one.maxX - other.x - other.maxX) <= 2 * slack
    let distance = max(one.y - other.maxY, other.y - one.maxY)
    return isAlike(one, other) && isAligned && (0...one.height * reach).contains(distance)
  }

  private static func isAlike(_ one: PixelRect, _ other: PixelRect) -> Bool {
    max(one.height, other.height) * 10 <= min(one.height, other.height) * 16
  }
}

/// Finds table rules read as "|": bars at the same column in three or more rows, each after a cell.
struct GridLines {
  private static let fewestRows = 3

  /// Columns in pixels where a bar is a rule: the centers of the bars, and those beside them.
  private var places: Set<Int> = []

  init(_ lines: [RecognizedLine]) {
    // A bar at the start of a line may be an "I" in each of several bubbles.
    let bars = lines.flatMap { line in line.words.dropFirst().filter { $0.text == "|" }.map { Self.middle($0) } }
      .sorted()
    for (index, place) in bars.enumerated() {
      let near = bars[max(0, index - Self.fewestRows)...].prefix(2 * Self.fewestRows + 1)
      if near.count(where: { abs($0 - place) <= 2 }) >= Self.fewestRows { places.formUnion(place - 2...place + 2) }
    }
  }

  func removed(from words: [RecognizedWord]) -> [RecognizedWord] {
    guard !places.isEmpty else { return words }
    return words.filter { word in word.text != "|" || !places.contains(Self.middle(word)) }
  }

  private static func middle(_ word: RecognizedWord) -> Int { word.box.x + word.box.width / 2 }
}

/// "A", "B", "C" above the columns of a spreadsheet. Single letters count as text only in such a row.
enum ColumnHeadings {
  /// Further lines with the same letter are not looked at: each is compared with its neighbors in the alphabet.
  private static let maximumOfLetter = 64
  /// How far apart neighbors in a row may be in the alphabet: some are not read.
  private static let reach = 3
  private static let fewestNeighbors = 2

  static func indices(in lines: [RecognizedLine]) -> Set<Int> {
    var headings = [[RecognizedLine]](repeating: [], count: 26)
    for line in lines where line.words.count == 1 && line.words[0].text.unicodeScalars.count == 1 {
      guard let scalar = line.words[0].text.firstScalar, scalar.isCapital else { continue }
      let letter = Int(scalar.value) - 0x41
      if headings[letter].count < maximumOfLetter { headings[letter].append(line) }
    }
    return Set(
      headings.indices.flatMap { letter in
        headings[letter].filter { hasNeighbors($0.box, letter, headings) }.map(\.index)
      })
  }

  /// Whether nearby letters of the alphabet are on the correct side, at the same height.
  private static func hasNeighbors(_ box: PixelRect, _ letter: Int, _ headings: [[RecognizedLine]]) -> Bool {
    var neighbors = 0
    for other in max(0, letter - reach)...min(headings.count - 1, letter + reach) where other != letter {
      neighbors += headings[other].count { next in
        (other > letter) == (next.box.x > box.x)
          && abs(next.box.y + next.box.height / 2 - box.y - box.height / 2) <= box.height / 2
      }
    }
    return neighbors >= fewestNeighbors
  }
}
