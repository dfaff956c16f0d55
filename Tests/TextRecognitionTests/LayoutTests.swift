import ScanModel
import Testing

@testable import TextRecognition

struct ReadingOrderTests {
  private func order(_ boxes: [(Int, Int, Int, Int)]) -> [Int] {
    ReadingOrder.order(boxes.map { PixelRect(x: $0.0, y: $0.1, width: $0.2, height: $0.3) })
  }

  @Test func `columns are read one after the other`() {
    #expect(order([(300, 0, 200, 90), (0, 0, 200, 90), (0, 100, 200, 90), (300, 100, 200, 90)]) == [1, 2, 0, 3])
  }

  @Test func `a headline over columns comes first`() {
    #expect(order([(300, 200, 200, 90), (0, 0, 500, 30), (0, 200, 200, 90)]) == [1, 2, 0])
  }

  @Test func `bubbles that overlap sideways are read downwards`() {
    #expect(order([(0, 100, 300, 40), (200, 0, 300, 40), (200, 200, 300, 40)]) == [1, 0, 2])
  }

  @Test func `short bubbles of two people are read downwards, though a strip lies between them`() {
    #expect(order([(0, 0, 120, 40), (300, 50, 120, 40), (0, 100, 120, 40), (300, 150, 120, 40)]) == [0, 1, 2, 3])
  }

  @Test func `a grid of single lines is read row by row`() {
    let cells = (0..<9).map { ($0 % 3 * 200, $0 / 3 * 40, 60, 20) }
    #expect(order(cells) == Array(0..<9))
    #expect(order(cells.reversed()) == Array((0..<9).reversed()))
  }

  @Test func `cards of several lines are columns`() {
    #expect(order([(0, 0, 180, 90), (300, 0, 180, 20), (0, 110, 180, 90), (300, 110, 180, 90)]) == [0, 2, 1, 3])
  }

  @Test func `interlocking boxes are all kept`() {
    let boxes = [(0, 0, 200, 50), (150, 30, 50, 200), (0, 180, 140, 50), (0, 40, 60, 150)]
    #expect(order(boxes).sorted() == [0, 1, 2, 3])
  }

  @Test func `nothing has no order`() {
    #expect(order([]).isEmpty)
  }
}

struct ConnectedComponentLabelingTests {
  /// The components of a picture drawn with "#" on a wide white background.
  private func components(_ rows: [String]) -> [ConnectedComponent] {
    let (width, height, margin) = (80, 60, 30)
    var pixels = [UInt8](repeating: 255, count: width * height * 3)
    for (y, row) in rows.enumerated() {
      for (x, character) in row.enumerated() where character == "#" {
        for channel in 0..<3 { pixels[((y + margin) * width + x + margin) * 3 + channel] = 0 }
      }
    }
    let rgb = RGBImage(width: width, height: height, pixels: pixels)
    let map = ContrastMap(rgb, background: BackgroundMap(rgb))
    var found: [ConnectedComponent] = []
    ConnectedComponentLabeling.forEachComponent(in: map, thresholds: InkThresholds(map)) { found.append($0) }
    return found
  }

  @Test func `branches that meet further down are one component`() {
    let found = components(["#...#", "#...#", "##..#", ".###."])
    #expect(found.count == 1)
    #expect(found.first?.box == PixelRect(x: 30, y: 30, width: 5, height: 4))
    #expect(found.first?.area == 10)
  }

  @Test func `diagonal neighbors are connected`() {
    #expect(components(["#.#", ".#.", "#.#"]).map(\.area) == [5])
  }

  @Test func `separate patches are separate, and come as they end`() {
    let found = components(["#.##", "#...", "..#.", "#.#.", "....", "####"])
    #expect(found.map(\.area) == [2, 2, 1, 2, 4])
  }
}

struct MedianFilterTests {
  @Test(arguments: [3, 5, 7, 9, 13])
  func `the middle row is the median of every column`(count: Int) {
    let length = 37
    let rows = (0..<count).map { row in (0..<length).map { UInt8(truncatingIfNeeded: ($0 &+ 7) &* (row &+ 3) &* 41) } }
    var filter = MedianFilter(count: count, length: length)
    var result = [UInt8](repeating: 0, count: length)
    for (index, row) in rows.enumerated() { unsafe filter.setRow(index, to: row) }
    unsafe filter.selectMedian(into: &result)
    #expect(result == (0..<length).map { column in rows.map { $0[column] }.sorted()[count / 2] })
  }
}
