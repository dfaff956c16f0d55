internal import ScanModel

/// Tells which neighboring blocks of a screenshot may belong to one message: those close below each other, with letters
/// of similar size. A list beside a mail, or another window, does not belong to it.
struct BlockLayout {
  private struct Shape {
    var left: Int
    var right: Int
    var top: Int
    var bottom: Int
    var heights: Int
    var words: Int

    var letterHeight: Int { max(1, heights / max(1, words)) }
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
        shape = Self.joined(shape, page.words[word].box)
        word += 1
      }
      shapes.append(shape)
    }
    continues = shapes.indices.map { index in
      guard index + 1 < shapes.count, let one = shapes[index], let other = shapes[index + 1] else { return false }
      return Self.belong(one, other)
    }
  }

  private static func joined(_ shape: Shape?, _ box: PixelRect) -> Shape {
    guard let shape else {
      return Shape(left: box.x, right: box.maxX, top: box.y, bottom: box.y + box.height, heights: box.height, words: 1)
    }
    return Shape(
      left: min(shape.left, box.x), right: max(shape.right, box.maxX), top: min(shape.top, box.y),
      bottom: max(shape.bottom, box.y + box.height), heights: shape.heights + box.height, words: shape.words + 1)
  }

  private static func belong(_ one: Shape, _ other: Shape) -> Bool {
    let overlap = min(one.right, other.right) - max(one.left, other.left)
    let gap = max(one.top, other.top) - min(one.bottom, other.bottom)
    let larger = max(one.letterHeight, other.letterHeight)
    let smaller = min(one.letterHeight, other.letterHeight)
    let isSimilar = Double(larger) <= largestRatio * Double(smaller)
    return overlap > 0 && gap <= largestGap * larger && isSimilar
  }
}
