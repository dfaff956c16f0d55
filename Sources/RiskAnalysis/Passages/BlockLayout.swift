internal import ScanModel

/// Which neighboring blocks of a screenshot may belong to one message: one stands under the other, close, and in letters
/// of a similar size. A list beside a mail, or the next window, does not.
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

  /// Space between the blocks in heights of the larger letters: two empty lines.
  private static let largestGap = 5
  /// Headings of mails are up to about twice as high as their text.
  private static let largestRatio = 2.5

  /// For each block whether it goes on with the next one; empty for plain text, where nothing is known about places.
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
