import ScanModel
import TestSupport
import Testing

@testable import TextRecognition

struct SurfaceChangeTests {
  /// A page of noise in few colors, with single-colored buttons on it.
  private func page(seed: UInt64, width: Int, height: Int) -> RGBImage {
    var generator = SeededGenerator(seed: seed)
    var pixels = [UInt8](repeating: 0, count: width * height * 3)
    for index in pixels.indices { pixels[index] = UInt8.random(in: 90...115, using: &generator) }
    for _ in 0..<6 {
      let (left, top) = (Int.random(in: 0..<width, using: &generator), Int.random(in: 0..<height, using: &generator))
      let color = UInt8.random(in: 0...255, using: &generator)
      for y in top..<min(top + 40, height) {
        let row = (y * width + left) * 3..<(y * width + min(left + 130, width)) * 3
        pixels.replaceSubrange(row, with: repeatElement(color, count: row.count))
      }
    }
    return RGBImage(width: width, height: height, pixels: pixels)
  }

  @Test(arguments: [(300, 200), (301, 7), (3, 200), (1, 1), (8, 8)])
  func `every cell with another color beside it is near a change`(width: Int, height: Int) {
    for seed in 1...10 as ClosedRange<UInt64> {
      let background = BackgroundMap(page(seed: seed, width: width, height: height))
      let (columns, rows) = (background.columns, background.rows)
      var change = SurfaceChange(background)
      for row in 0..<rows {
        change.look(atRow: row)
        for column in 0..<columns {
          let isBeside = [(-1, 0), (1, 0), (0, -1), (0, 1)].contains { across, down in
            let (x, y) = (column + across, row + down)
            guard (0..<columns).contains(x), (0..<rows).contains(y) else { return false }
            return (0..<3).contains { channel in
              let one = Int(background.colors[(row * columns + column) * 3 + channel])
              return abs(one - Int(background.colors[(y * columns + x) * 3 + channel])) > SurfaceChange.threshold
            }
          }
          let isAtCorner = [(-1, -1), (1, -1), (-1, 1), (1, 1)].contains { across, down in
            let (x, y) = (column + across, row + down)
            return (0..<columns).contains(x) && (0..<rows).contains(y) && background.isFlatRegion[y * columns + x]
          }
          if isBeside || isAtCorner { #expect(change.isNear(column), "\(column), \(row)") }
        }
      }
    }
  }

  @Test func `a page of one color has no change`() {
    let background = BackgroundMap(
      RGBImage(width: 200, height: 100, pixels: [UInt8](repeating: 200, count: 60_000)))
    var change = SurfaceChange(background)
    for row in 0..<background.rows {
      change.look(atRow: row)
      #expect(!(0..<background.columns).contains(where: change.isNear))
    }
  }
}
