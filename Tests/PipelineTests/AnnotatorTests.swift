import ScanModel
import TestSupport
import Testing

@testable import Pipeline

/// A worker's drawing is as untrusted as the worker.
struct AnnotatorTests {
  private static let image = ScanReport.Image(width: 4, height: 3)

  private static func png(
    width: Int = 4, height: Int = 5, bitDepth: UInt8 = 8, colorType: UInt8 = 2, interlace: UInt8 = 0,
    before: [(String, [UInt8])] = []
  ) -> [UInt8] {
    PNGBuilder.file(
      width: UInt32(width), height: UInt32(height), bitDepth: bitDepth, colorType: colorType, interlace: interlace,
      before: before, scanlines: Array(repeating: 0, count: (width * 3 + 1) * height))
  }

  private static func checked(_ bytes: [UInt8]) -> [UInt8]? {
    unsafe ScreenshotRenderer.checked(bytes.span.bytes, image: image)
  }

  @Test func `the picture with a caption below it is taken`() {
    #expect(Self.checked(Self.png()) == Self.png())
    // The caption of a narrow picture may be wider than the picture.
    #expect(Self.checked(Self.png(width: 360, height: 100)) != nil)
  }

  @Test func `nothing but the pixels is taken`() {
    let hidden = Self.png(before: [("tEXt", Array("Comment\0hidden".utf8)), ("iCCP", [0x41, 0, 0, 1])])
    #expect(Self.checked(hidden) == Self.png())
    #expect(Self.checked(Self.png() + Array("<script>".utf8)) == Self.png())
  }

  @Test func `another picture than the one that was asked for is refused`() {
    let wrong = [
      Self.png(height: 3), Self.png(height: 3_000), Self.png(width: 3), Self.png(width: 600),
      Self.png(bitDepth: 16), Self.png(colorType: 6), Self.png(colorType: 0), Self.png(interlace: 1),
      Array(Self.png().dropLast(5)), Array("GIF89a".utf8), [],
    ]
    for bytes in wrong { #expect(Self.checked(bytes) == nil) }
  }
}
