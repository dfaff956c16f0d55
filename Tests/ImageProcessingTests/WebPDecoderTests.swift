import ImageContainers
import ImageProcessing
import ScanModel
import TestSupport
import Testing

private func decode(_ file: [UInt8]) throws -> RGBImage {
  try ImageDecoder.decode(ImageContainer.filter(file))
}

struct WebPDecoderTests {
  private let original = SamplePicture.bytes("lossless.webp")

  @Test(arguments: ["lossy.webp", "profile.webp", "orientation-6.webp", "animation.webp"])
  func `every kind comes out as the picture that it was made of`(name: String) throws {
    let expected = try decode(original)
    let picture = try decode(SamplePicture.bytes(name))
    #expect(picture.width == 600 && picture.height == 80)
    let differences = zip(picture.pixels, expected.pixels).map { abs(Int($0) - Int($1)) }
    #expect(Double(differences.reduce(0, +)) / Double(differences.count) < 4)
  }

  @Test(arguments: ["lossy-alpha.webp", "lossless-alpha.webp"])
  func `text cannot hide in transparency`(name: String) throws {
    let picture = try decode(SamplePicture.bytes(name))
    #expect(picture.pixels.contains { $0 < 30 } && picture.pixels.filter { $0 > 250 }.count > 100_000)
  }

  @Test func `a frame lies where the animation has it, and around it nothing`() throws {
    let part = try decode(SamplePicture.bytes("animation-part.webp"))
    let whole = try decode(SamplePicture.bytes("lossy.webp"))
    #expect(part.width == 650 && part.height == 100)
    for y in 0..<100 {
      for x in [0, 29, 630, 649] {
        #expect(part.pixels[3 * (y * 650 + x)] == part.pixels[0])
      }
    }
    for y in [0, 40, 79] {
      let row = 3 * ((y + 20) * 650 + 30)
      #expect(part.pixels[row..<row + 1800] == whole.pixels[1800 * y..<1800 * (y + 1)])
    }
  }

  @Test func `damaged picture data are refused as a whole`() throws {
    for name in ["lossy.webp", "lossless.webp"] {
      var parts = WebPParts(SamplePicture.bytes(name))
      parts.chunks[0].data.removeLast(parts.chunks[0].data.count / 2)
      let failure = #expect(throws: DecodingFailure.self, "\(name)") { try decode(parts.bytes) }
      #expect(failure == .corrupt)
    }
  }
}
