import ScanModel
import Testing

@testable import TextRecognition

struct InkScalingTests {
  /// The row scaled to `count` pixels, edge to edge.
  private func scaled(_ row: [UInt8], to count: Int) -> [UInt8] {
    InkImage(width: row.count, height: 1, values: row)
      .scaledAndTransposed(origin: 0, step: Double(row.count) / Double(count), count: count).values
  }

  @Test(arguments: [(20, 20), (20, 47), (47, 20), (30, 300), (300, 30)])
  func `even ink stays even in any size`(from: Int, to: Int) {
    let inner = scaled([UInt8](repeating: 201, count: from), to: to).dropFirst(to / 8).dropLast(to / 8)
    #expect(inner.allSatisfy { (199...203).contains($0) })
  }

  @Test func `an edge stays where it is`() {
    let row = [UInt8](repeating: 0, count: 20) + [UInt8](repeating: 255, count: 20)
    let half = scaled(row, to: 20)
    #expect(half.prefix(8).allSatisfy { $0 == 0 } && half[12..<18].allSatisfy { $0 >= 250 })
  }

  @Test func `there is no ink outside of the source`() {
    let values = InkImage(width: 10, height: 1, values: [UInt8](repeating: 255, count: 10))
      .scaledAndTransposed(origin: -20, step: 1, count: 50).values
    #expect(values.prefix(18).allSatisfy { $0 == 0 } && values.suffix(18).allSatisfy { $0 == 0 })
    #expect(values[22..<28].allSatisfy { $0 == 255 })
  }
}

struct InkImageTests {
  private func image(_ rows: [String]) -> InkImage {
    InkImage(
      width: rows[0].count, height: rows.count, values: rows.joined().map { $0 == "#" ? 255 : $0 == "+" ? 128 : 0 })
  }

  @Test func `stairs become slopes and straight edges stay`() {
    let doubled = image(["#...", "##..", "###.", "####"]).doubledSmoothly()
    let rows = (0..<8).map { y in (0..<8).map { doubled.values[y * 8 + $0] > 0 ? "#" : "." }.joined() }
    // Plain doubling would make both rows of the second step "####": instead one corner is cut and the other filled.
    #expect(rows[2] == "###.....")
    #expect(rows[3] == "#####...")
    #expect(rows[7] == "########")
  }

  @Test func `a rule between letters is taken out, a letter as high as the line stays`() {
    var line = image(["#..+#+..#", "#..+#+..#", "###+#+..#"])
    line.eraseRules(between: [0..<3, 8..<9])
    #expect(line.values == image(["#.......#", "#.......#", "###.....#"]).values)
  }

  @Test func `ink that does not reach from top to bottom is no rule`() {
    let plain = image(["#...#...#", "#...#...#", "###.....#"])
    var line = plain
    line.eraseRules(between: [0..<3, 8..<9])
    #expect(line.values == plain.values)
  }

  @Test func `letters without antialiasing are told from letters with it`() {
    #expect(image(["..##..", "..##..", "######"]).isBilevel)
    #expect(!image([".+##+.", ".+##+.", "######"]).isBilevel)
  }

  @Test func `grey text becomes black and nothing stays nothing`() throws {
    var pixels = [UInt8](repeating: 255, count: 80 * 60 * 3)
    for y in 20..<40 {
      for x in stride(from: 20, to: 60, by: 4) {
        for channel in 0..<3 { pixels[(y * 80 + x) * 3 + channel] = 150 }
      }
    }
    let rgb = RGBImage(width: 80, height: 60, pixels: pixels)
    let map = ContrastMap(rgb, background: BackgroundMap(rgb))
    let ink = try #require(InkImage(PixelRect(x: 18, y: 18, width: 44, height: 24), of: map))
    #expect(ink.values.max() == 255)
    #expect(InkImage(PixelRect(x: 0, y: 0, width: 10, height: 10), of: map) == nil)
  }
}

struct SurfaceTests {
  private typealias Color = (UInt8, UInt8, UInt8)
  private static let white: Color = (255, 255, 255)
  private static let green: Color = (20, 130, 60)

  /// A white page of 300 x 120 with a green bar at (40, 40), 200 pixels wide, and white strokes on the bar.
  private func map(barHeight: Int, strokes: [PixelRect]) -> ContrastMap {
    let (width, height) = (300, 120)
    var pixels = [UInt8](repeating: 255, count: width * height * 3)
    func fill(_ box: PixelRect, _ color: Color) {
      for y in box.y..<box.maxY {
        for x in box.x..<box.maxX {
          let offset = (y * width + x) * 3
          (pixels[offset], pixels[offset + 1], pixels[offset + 2]) = color
        }
      }
    }
    fill(PixelRect(x: 40, y: 40, width: 200, height: barHeight), Self.green)
    for stroke in strokes { fill(stroke, Self.white) }
    let rgb = RGBImage(width: width, height: height, pixels: pixels)
    return ContrastMap(rgb, background: BackgroundMap(rgb))
  }

  private func contrast(_ map: ContrastMap, _ x: Int, _ y: Int) -> UInt8 { map.values[y * map.width + x] }

  @Test(arguments: [18, 20, 22, 26, 30])
  func `a bar lower than a median's window is a surface, and the strokes on it are ink`(height: Int) {
    // Like letters: stems two pixels wide, in the middle half of the bar.
    let strokes = stride(from: 50, to: 230, by: 6).map {
      PixelRect(x: $0, y: 40 + height / 4, width: 2, height: height / 2)
    }
    let map = map(barHeight: height, strokes: strokes)
    for stroke in strokes {
      #expect(contrast(map, stroke.x, stroke.y + stroke.height / 2) > 100)
      #expect(contrast(map, stroke.x + 3, stroke.y + stroke.height / 2) < 24)
    }
    #expect(contrast(map, 20, 50) == 0)
  }

  @Test(arguments: 41...44)
  func `a letter beside the edge of a bar keeps its ink`(x: Int) {
    let map = map(barHeight: 40, strokes: [PixelRect(x: x, y: 52, width: 2, height: 14)])
    #expect(contrast(map, x, 59) > 100)
    #expect(contrast(map, x + 1, 59) > 100)
  }
}

struct LineFinderTests {
  private func letter(_ x: Int, _ y: Int, _ width: Int = 7, _ height: Int = 10) -> ConnectedComponent {
    ConnectedComponent(
      minX: Int32(x), minY: Int32(y), maxX: Int32(x + width), maxY: Int32(y + height), area: Int32(width * height / 2))
  }

  @Test func `an icon as tall as two rows does not join them`() {
    var ink = InkSorting(letterHeights: 5...100)
    ink.add(letter(10, 106, 16, 16))
    for x in stride(from: 38, to: 120, by: 9) { ink.add(letter(x, 100)) }
    for x in stride(from: 38, to: 120, by: 9) { ink.add(letter(x, 118)) }
    let rows = LineFinder.findLines(in: ink).filter { $0.letters.count > 3 }.map(\.box).sorted { $0.y < $1.y }
    #expect(rows.map(\.y) == [100, 118])
    #expect(rows.allSatisfy { $0.x == 38 && $0.height == 10 })
  }

  @Test func `a band of dots takes no room from the text below it`() {
    var ink = InkSorting(letterHeights: 5...100)
    for y in stride(from: 0, to: 2_400, by: 6) {
      for x in stride(from: 0, to: 3_840, by: 12) { ink.add(letter(x, y, 3, 5)) }
    }
    for x in stride(from: 38, to: 120, by: 9) { ink.add(letter(x, 2_500)) }
    ink.finish()
    #expect(ink.letters.count <= InkSorting.maximumCount)
    #expect(ink.letters.count { $0.minY == 2_500 } == 10)
  }
}
