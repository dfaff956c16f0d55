internal import ScanModel

/// Tells which neighboring blocks of a screenshot may belong to one message: those close below each other, with letters
/// of similar size. A list beside a mail, or another window, does not belong to it.
struct BlockLayout {
  private struct Shape {
    var box: PixelRect
    /// Of all words together.
    var heights: Int
    var words = 1

    var letterHeight: Int { max(1, heights / words) }
  }

  /// Gap between two blocks, in letter heights of the larger one: about two empty lines.
  private static let largestGap = 5
  /// Ratio of letter heights. Headings of mails are about twice as high as the text.
  private static let largestRatio = 2.5

  /// For each block, whether the next one may belong to the same message; empty for plain text, which has no positions.
  let continues: [Bool]

  init(_ page: TextPage) {
    guard !page.words.isEmpty else {
      continues = []
      return
    }
    var shapes: [Shape?] = []
    var word = 0
    for block in page.blocks {
      var shape: Shape?
      while word < page.words.count, page.words[word].range.lowerBound < block.upperBound {
        let box = page.words[word].box
        shape =
          shape.map { Shape(box: $0.box.union(box), heights: $0.heights + box.height, words: $0.words + 1) }
          ?? Shape(box: box, heights: box.height)
        word += 1
      }
      shapes.append(shape)
    }
    continues = shapes.indices.map { index in
      guard index + 1 < shapes.count, let one = shapes[index], let other = shapes[index + 1] else { return false }
      return Self.belong(one, other)
    }
  }

  private static func belong(_ one: Shape, _ other: Shape) -> Bool {
    let overlap = min(one.box.maxX, other.box.maxX) - max(one.box.x, other.box.x)
    let gap = max(one.box.y, other.box.y) - min(one.box.maxY, other.box.maxY)
    let larger = max(one.letterHeight, other.letterHeight)
    let smaller = min(one.letterHeight, other.letterHeight)
    let isSimilar = Double(larger) <= largestRatio * Double(smaller)
    return overlap > 0 && gap <= largestGap * larger && isSimilar
  }
}
