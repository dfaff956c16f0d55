internal import ScanModel

/// Finds table rules read as "|": bars at the same column in three or more rows, each after a cell.
struct GridLines {
  /// Fewest rows with a bar at the same column.
  private static let fewestRows = 3

  /// Centers of the rules in pixels, ascending.
  private var places: [Int] = []

  init(_ lines: [RecognizedLine]) {
    // A bar at the start of a line may be an "I" in each of several bubbles.
    let bars = lines.flatMap { line in line.words.dropFirst().filter { $0.text == "|" }.map { Self.middle($0) } }
      .sorted()
    for (index, place) in bars.enumerated() {
      let near = bars[max(0, index - Self.fewestRows)...].prefix(2 * Self.fewestRows + 1)
      if near.count(where: { abs($0 - place) <= 2 }) >= Self.fewestRows { places.append(place) }
    }
  }

  /// The words of a line without table rules.
  func removed(from words: [RecognizedWord]) -> [RecognizedWord] {
    guard !places.isEmpty else { return words }
    return words.filter { word in word.text != "|" || !places.contains { abs($0 - Self.middle(word)) <= 2 } }
  }

  private static func middle(_ word: RecognizedWord) -> Int { word.box.x + word.box.width / 2 }
}
