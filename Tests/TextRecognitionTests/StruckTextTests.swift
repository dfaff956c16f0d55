import ScanModel
import Testing

@testable import TextRecognition

struct StruckTextTests {
  /// A white page with black boxes.
  private func level(_ boxes: [PixelRect], width: Int = 240) -> PageLevel {
    let height = 80
    var pixels = [UInt8](repeating: 255, count: width * height * 3)
    for box in boxes {
      for y in box.y..<box.maxY {
        for offset in ((y * width + box.x) * 3)..<((y * width + box.maxX) * 3) { pixels[offset] = 0 }
      }
    }
    return PageLevel(RGBImage(width: width, height: height, pixels: pixels), factor: 1, letterHeights: 5...100)
  }

  /// Stems two pixels wide and six apart, standing on row 50.
  private func stems(_ count: Int, at x: Int, height: Int) -> [PixelRect] {
    (0..<count).map { PixelRect(x: x + $0 * 6, y: 50 - height, width: 2, height: height) }
  }

  private func contrast(_ level: PageLevel, _ x: Int, _ y: Int) -> UInt8 { level.map.values[y * level.map.width + x] }

  @Test(arguments: [1, 2])
  func `the line through letters goes, the letters stay`(thickness: Int) {
    let level = level(stems(8, at: 40, height: 14) + [PixelRect(x: 39, y: 42, width: 46, height: thickness)])
    for y in 36..<50 {
      #expect(contrast(level, 41, y) > 200 && contrast(level, 83, y) > 200)
      #expect(contrast(level, 44, y) == 0 && contrast(level, 80, y) == 0)
    }
    #expect(level.lines.map(\.box.width) == [46])
  }

  @Test func `a struck sentence is a line too`() {
    let level = level(stems(100, at: 40, height: 14) + [PixelRect(x: 39, y: 42, width: 598, height: 1)], width: 700)
    #expect(level.lines.map(\.box.width) == [598])
    #expect(contrast(level, 44, 42) == 0)
  }

  @Test func `a smaller struck word before others is a line of its own`() {
    let strike = PixelRect(x: 39, y: 42, width: 46, height: 1)
    let level = level(stems(8, at: 40, height: 14) + [strike] + stems(8, at: 94, height: 20))
    #expect(Set(level.lines.map(\.box.height)) == [14, 20])
  }

  @Test func `a struck word of the same size stays in its line`() {
    let strike = PixelRect(x: 39, y: 42, width: 46, height: 1)
    let level = level(stems(8, at: 40, height: 14) + [strike] + stems(8, at: 94, height: 14))
    #expect(level.lines.count == 1)
    #expect(contrast(level, 44, 42) == 0)
  }

  @Test(arguments: [
    // Two lines as in "###", one below the letters, one as thick as they are high, and two letters of which none is cut.
    [(40, 1), (45, 1)], [(48, 1)], [(39, 7)], [(36, 1)],
  ])
  func `other lines stay`(rows: [(y: Int, height: Int)]) {
    let lines = rows.map { PixelRect(x: 39, y: $0.y, width: 46, height: $0.height) }
    let level = level(stems(8, at: 40, height: 14) + lines)
    for row in rows { #expect(contrast(level, 44, row.y) > 200) }
  }

  @Test func `the line that letters hang from stays`() {
    // As in Devanagari: most letters begin at the line, and a few signs stand on it.
    let signs = [46, 58, 76].map { PixelRect(x: $0, y: 36, width: 2, height: 4) }
    let level = level(stems(8, at: 40, height: 10) + signs + [PixelRect(x: 39, y: 40, width: 46, height: 1)])
    #expect(contrast(level, 44, 40) > 200)
  }

  @Test func `a line that swells into letters stays`() {
    // As in Arabic: right below the line, only the gaps between a few letters are white.
    let swelling = (0..<4).map { PixelRect(x: 39 + $0 * 12, y: 43, width: 10, height: 3) }
    let level = level(stems(8, at: 40, height: 14) + swelling + [PixelRect(x: 39, y: 42, width: 46, height: 1)])
    #expect(contrast(level, 44, 42) > 200)
  }
}
