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

  @Test func `interlocking boxes are all kept`() {
    let boxes = [(0, 0, 200, 50), (150, 30, 50, 200), (0, 180, 140, 50), (0, 40, 60, 150)]
    #expect(order(boxes).sorted() == [0, 1, 2, 3])
  }

  @Test func `nothing has no order`() {
    #expect(order([]).isEmpty)
  }
}

struct ComponentFinderTests {
  /// Finds the components of a picture drawn with "#" on a wide white ground.
  private func components(_ rows: [String]) -> [InkComponent] {
    let (width, height, margin) = (80, 60, 30)
    var pixels = [UInt8](repeating: 255, count: width * height * 3)
    for (y, row) in rows.enumerated() {
      for (x, character) in row.enumerated() where character == "#" {
        for channel in 0..<3 { pixels[((y + margin) * width + x + margin) * 3 + channel] = 0 }
      }
    }
    let bitmap = Bitmap(width: width, height: height, pixels: pixels)
    let map = ContrastMap(bitmap, background: BackgroundMap(bitmap))
    var found: [InkComponent] = []
    ComponentFinder.forEachComponent(in: map, thresholds: InkThresholds(map)) { found.append($0) }
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

  @Test func `separate patches are separate, whatever slots are used again`() {
    let found = components(["#.##", "#...", "..#.", "#.#.", "....", "####"])
    #expect(found.map(\.area).sorted() == [1, 2, 2, 2, 4])
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

struct WordRepairTests {
  private func repair(_ words: [(String, Double)]) -> [String] {
    WordRepair.repaired(
      words.map {
        RecognizedWord(text: $0.0, confidence: $0.1, box: PixelRect(x: 0, y: 0, width: 1, height: 1))
      }
    ).map(\.text)
  }

  @Test func `a lone stroke is the word I`() {
    #expect(repair([("Can", 0.95), ("|", 0.8), ("help?", 0.95)]) == ["Can", "I", "help?"])
  }

  @Test(arguments: [
    ("https:/pay.example", "https://pay.example"), ("http:/ /pay.example", "http://pay.example"),
    ("https://pay.example", "https://pay.example"),
  ])
  func `the slashes of links are put right`(read: String, right: String) {
    #expect(repair([("Open", 0.9), (read, 0.7)]) == ["Open", right])
  }

  @Test func `icons read as letters are dropped`() {
    #expect(repair([("x", 0.96)]).isEmpty)
    #expect(repair([("=", 0.9), ("©", 0.6)]).isEmpty)
    #expect(repair([("al", 0.76)]).isEmpty)
  }

  @Test func `short words that are well read stay`() {
    #expect(repair([("OK", 0.96)]) == ["OK"])
    #expect(repair([("7", 0.97)]) == ["7"])
    #expect(repair([("£5", 0.9)]) == ["£5"])
  }

  @Test func `stray symbols at the ends of a line are dropped`() {
    #expect(repair([("»", 0.3), ("Your", 0.9), ("parcel", 0.9), ("j", 0.2)]) == ["Your", "parcel"])
  }
}

struct ResamplerTests {
  @Test(arguments: [(10, 10), (10, 23), (23, 10), (3, 300), (300, 3), (1, 7), (7, 1)])
  func `an even picture stays even in any size`(from: Int, to: Int) {
    let image = GreyImage(width: from, height: from, pixels: [UInt8](repeating: 201, count: from * from))
    let scaled = image.scaled(toWidth: to, height: to)
    #expect(scaled.width == to && scaled.height == to)
    #expect(scaled.pixels == [UInt8](repeating: 201, count: to * to))
  }

  @Test func `an edge stays where it is`() {
    let row = [UInt8](repeating: 0, count: 20) + [UInt8](repeating: 255, count: 20)
    let scaled = GreyImage(width: 40, height: 1, pixels: row).scaled(toWidth: 20, height: 1)
    #expect(scaled.pixels.prefix(8).allSatisfy { $0 == 0 } && scaled.pixels.suffix(8).allSatisfy { $0 == 255 })
  }
}
