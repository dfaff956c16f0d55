import ImageProcessing
import ScanModel
import Testing

struct ImageRendererTests {
  /// Left half black, right half white.
  private func halves(width: Int, height: Int) -> RGBImage {
    var pixels: [UInt8] = []
    for _ in 0..<height { for x in 0..<width { pixels += [UInt8](repeating: x < width / 2 ? 0 : 255, count: 3) } }
    return RGBImage(width: width, height: height, pixels: pixels)
  }

  @Test func `an image that fits is given as it is`() throws {
    let image = halves(width: 40, height: 20)
    #expect(try ImageRenderer.render(image, fittingWidth: 40, height: 20) == image)
    #expect(try ImageRenderer.render(image, fittingWidth: 4000, height: 4000) == image)
  }

  @Test(arguments: [(20, 20), (10, 400), (400, 5), (1, 1), (39, 20)])
  func `a larger one keeps its shape and never exceeds what was asked for`(width: Int, height: Int) throws {
    let scaled = try ImageRenderer.render(halves(width: 40, height: 20), fittingWidth: width, height: height)
    #expect((1...width).contains(scaled.width) && (1...height).contains(scaled.height))
    #expect(scaled.pixels.count == scaled.width * scaled.height * 3)
    if width >= 10, height >= 5 { #expect(abs(scaled.width - 2 * scaled.height) <= 2) }
  }

  @Test func `colors stay where they are`() throws {
    let scaled = try ImageRenderer.render(halves(width: 400, height: 200), fittingWidth: 100, height: 100)
    #expect(scaled.width == 100 && scaled.height == 50)
    #expect(scaled.pixels.prefix(3) == [0, 0, 0])
    #expect(scaled.pixels[297..<300] == [255, 255, 255])
  }

  @Test func `a line of one pixel is still an image`() throws {
    let scaled = try ImageRenderer.render(halves(width: 4000, height: 1), fittingWidth: 100, height: 100)
    #expect(scaled.width == 100 && scaled.height == 1)
  }
}
