internal import ScanModel

/// "A", "B", "C" above the columns of a spreadsheet. Single letters count as text only in such a row.
struct ColumnHeadings {
  /// Further lines with the same letter are not looked at, because each is compared with all of its neighbors in the
  /// alphabet. A screen has room for a few rows of headings.
  private static let maximumOfLetter = 64
  /// How far apart neighbors in a row may be in the alphabet: some are not read.
  private static let reach = 3
  private static let fewestNeighbors = 2

  private struct Heading {
    var index: Int
    var box: PixelRect

    var middle: Int { box.y + box.height / 2 }
  }

  private var indices: Set<Int> = []

  init(_ lines: [RecognizedLine]) {
    var headings = [[Heading]](repeating: [], count: 26)
    for line in lines where line.words.count == 1 && line.words[0].text.unicodeScalars.count == 1 {
      guard let scalar = line.words[0].text.firstScalar, scalar.isCapital else { continue }
      let letter = Int(scalar.value) - 0x41
      if headings[letter].count < Self.maximumOfLetter {
        headings[letter].append(Heading(index: line.index, box: line.box))
      }
    }
    for letter in headings.indices {
      let named = headings[letter].filter { Self.hasNeighbors($0, letter, headings) }
      indices.formUnion(named.map(\.index))
    }
  }

  /// Whether nearby letters of the alphabet are on the correct side, at the same height.
  private static func hasNeighbors(_ heading: Heading, _ letter: Int, _ headings: [[Heading]]) -> Bool {
    var neighbors = 0
    for other in max(0, letter - reach)...min(headings.count - 1, letter + reach) where other != letter {
      neighbors += headings[other].count { next in
        (other > letter) == (next.box.x > heading.box.x)
          && abs(next.middle - heading.middle) <= heading.box.height / 2
      }
    }
    return neighbors >= fewestNeighbors
  }

  func contains(_ line: RecognizedLine) -> Bool { indices.contains(line.index) }
}
