import ImageContainers
import ImageProcessing
import ScanModel
import SystemPackage
import TestSupport
import Testing

@testable import CodeRecognition

/// An attacker may hide a code among many others.
struct ManyCodesTests {
  private static let picture = FilePath(#filePath).removingLastComponent().removingLastComponent()
    .removingLastComponent().appending("testdata/codes/images/cafe-menu.png")

  /// A code with its quiet zone.
  private static func tile() throws -> RGBImage {
    let bytes = Files.contents(picture)
    let image = try ImageDecoder.decode(ImageContainer.filter(bytes))
    let box = try #require(CodeReader.read(image).codes.first).box
    let (left, top, side) = (box.x - 30, box.y - 30, max(box.width, box.height) + 60)
    var pixels: [UInt8] = []
    for y in top..<top + side {
      let start = (y * image.width + left) * 3
      pixels += image.pixels[start..<start + side * 3]
    }
    return RGBImage(width: side, height: side, pixels: pixels)
  }

  /// Copies in rows of five.
  private static func screen(of count: Int) throws -> RGBImage {
    let tile = try tile()
    let rows = (count + 4) / 5
    let width = 5 * tile.width
    var pixels = [UInt8](repeating: 255, count: width * rows * tile.height * 3)
    for number in 0..<count {
      for y in 0..<tile.height {
        let row = number / 5 * tile.height + y
        let start = (row * width + number % 5 * tile.width) * 3
        let bytes = tile.width * 3
        pixels.replaceSubrange(start..<start + bytes, with: tile.pixels[y * bytes..<(y + 1) * bytes])
      }
    }
    return RGBImage(width: width, height: rows * tile.height, pixels: pixels)
  }

  @Test func `as many codes as fit are all read`() throws {
    let reading = CodeReader.read(try Self.screen(of: RecognizedCode.maximumCount))
    #expect(reading.codes.count == RecognizedCode.maximumCount && reading.isComplete)
  }

  @Test func `one more is not passed over in silence`() throws {
    let reading = CodeReader.read(try Self.screen(of: RecognizedCode.maximumCount + 1))
    #expect(reading.codes.count == RecognizedCode.maximumCount && !reading.isComplete)
  }
}
