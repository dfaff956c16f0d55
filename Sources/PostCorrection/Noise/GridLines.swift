internal import ScanModel

/// Finds table rules read as "|": bars at the same column in three or more rows, each after a cell.
struct GridLines {
  /// Fewest rows with a bar at the same column.
  private static let fewestRows = 3

  /// Columns in pixels where a bar is a rule: the centers of the bars, and those beside them.
  private var places: Set<Int> = []

  init(_ lines: [RecognizedLine]) {
    // A bar at the start of a line may be an "I" in each of several bubbles.
    let bars = lines.flatMap { line in line.words.dropFirst().filter { $0.text == "|" }.map { Self.middle($0) } }
      .sorted()
    for (index, place) in bars.enumerated() {
      let near = bars[max(0, index - Self.fewestRows)...].prefix(2 * Self.fewestRows + 1)
      if near.count(where: { abs($0 - place) <= 2 }) >= Self.fewestRows {
        places.formUnion(place - 2...place + 2)
      }
    }
  }

  /// The words of a line without table rules.
  func removed(from words: [RecognizedWord]) -> [RecognizedWord] {
    guard !places.isEmpty else { return words }
    return words.filter { word in word.text != "|" || !places.contains(Self.middle(word)) }
  }

  private static func middle(_ word: RecognizedWord) -> Int { word.box.x + word.box.width / 2 }
}
