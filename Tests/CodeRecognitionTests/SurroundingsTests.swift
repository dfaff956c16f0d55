import ScanModel
import Testing

@testable import CodeRecognition

/// The area beside a corner mark distinguishes codes from radio buttons and icons.
struct SurroundingsTests {
  private static let side = 200
  private let mark = CornerMark(x: 100, y: 100, module: 4, isInverted: false, channel: .brightness)

  /// A light picture with a mark of 28 pixels in its middle; `isDark` decides the modules beside it.
  private func picture(_ isDark: (_ column: Int, _ row: Int) -> Bool) -> RGBImage {
    var pixels: [UInt8] = []
    for y in 0..<Self.side {
      for x in 0..<Self.side {
        // Module coordinates relative to the middle module of the mark.
        let (column, row) = ((x - 98) >> 2, (y - 98) >> 2)
        let ring = max(abs(column), abs(row))
        let dark = ring <= 4 ? ring <= 1 || ring == 3 : isDark(column, row)
        pixels += Array(repeating: dark ? 20 : 240, count: 3)
      }
    }
    return RGBImage(width: Self.side, height: Self.side, pixels: pixels)
  }

  /// Two modules of five, without a visible pattern.
  private func isModule(_ column: Int, _ row: Int) -> Bool {
    let (x, y) = (column + 64, row + 64)
    return (x * 7 + y * 13 + x * y) % 5 < 2
  }

  @Test(arguments: [(1, 1), (1, -1), (-1, 1), (-1, -1)])
  func `modules on two sides of a corner are those of a code`(right: Int, down: Int) {
    let image = picture { column, row in
      let isInside = column * right >= -3 && row * down >= -3 && column * right < 14 && row * down < 14
      return isInside && isModule(column, row)
    }
    #expect(mark.hasCodeBeside(in: image))
  }

  @Test func `beside a radio button there is nothing, or letters`() {
    #expect(!mark.hasCodeBeside(in: picture { _, _ in false }))
    #expect(!mark.hasCodeBeside(in: picture { column, row in column > 4 && abs(row) < 3 && isModule(column, row) }))
    #expect(!mark.hasCodeBeside(in: picture { column, row in abs(row) < 3 && isModule(column, row) }))
  }

  @Test func `a full surface is no code`() {
    #expect(!mark.hasCodeBeside(in: picture { _, _ in true }))
    #expect(!mark.hasCodeBeside(in: picture { column, _ in column > 4 }))
  }

  @Test func `a mark at the edge of the picture is looked at as far as there is one`() {
    let corner = CornerMark(x: 1, y: 1, module: 60, isInverted: false, channel: .red)
    #expect(!corner.hasCodeBeside(in: picture { _, _ in false }))
  }
}
