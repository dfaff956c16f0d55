import ImageContainers
import ScanModel
import TestSupport
import Testing

@testable import ImageProcessing

private func decode(_ file: [UInt8]) throws -> RGBImage {
  try ImageDecoder.decode(ImageContainer.filter(file))
}

/// The largest difference between samples, and the mean difference.
private func difference(_ one: RGBImage, _ other: RGBImage) -> (largest: Int, mean: Double) {
  let all = zip(one.pixels, other.pixels).map { abs(Int($0) - Int($1)) }
  return (all.max() ?? 0, Double(all.reduce(0, +)) / Double(all.count))
}

struct JPEGDecoderTests {
  /// The lossless original of all samples.
  private let original = SamplePicture.bytes("lossless.webp")

  @Test(arguments: [
    "color-444.jpg", "color-422.jpg", "color-440.jpg", "color-420.jpg", "color-411.jpg", "color-410.jpg",
    "color-444-progressive.jpg", "color-420-progressive.jpg", "color-411-progressive.jpg", "color-rgb.jpg",
    "color-restart.jpg", "color-apart.jpg", "color-trailing.jpg", "cmyk.jpg", "orientation-2.jpg", "orientation-3.jpg",
    "orientation-4.jpg", "orientation-5.jpg", "orientation-6.jpg", "orientation-7.jpg", "orientation-8.jpg",
  ])
  func `every kind comes out as the picture that it was made of`(name: String) throws {
    let expected = try decode(original)
    let picture = try decode(SamplePicture.bytes(name))
    #expect(picture.width == 600 && picture.height == 80)
    #expect(difference(picture, expected).mean < 4)
  }

  @Test func `grey becomes three equal channels`() throws {
    let picture = try decode(SamplePicture.bytes("grey.jpg"))
    for start in stride(from: 0, to: picture.pixels.count, by: 3) {
      let pixel = picture.pixels[start..<start + 3]
      #expect(Set(pixel).count == 1)
    }
    #expect(Set(picture.pixels).count > 100)
  }

  @Test func `inks are inverted only where Adobe's marker says so`() throws {
    var parts = JPEGParts(SamplePicture.bytes("cmyk.jpg"))
    let marked = try decode(parts.bytes)
    parts.segments.removeAll { $0.marker == 0xEE }
    let unmarked = try decode(parts.bytes)
    // Paper is bright in the one and dark in the other.
    #expect(marked.pixels[0] > 200 && unmarked.pixels[0] < 60)
  }

  @Test func `components with equal identifiers are taken one after the other`() throws {
    let parts = JPEGParts(SamplePicture.bytes("color-420.jpg"))
    #expect(try decode(parts.withEqualIdentifiers().bytes) == decode(parts.bytes))
  }

  @Test func `damage within a scan shows as it does in viewers`() throws {
    var parts = JPEGParts(SamplePicture.bytes("color-420.jpg"))
    let scan = parts.index(of: 0xDA)
    parts.segments[scan].scanData.removeLast(parts.segments[scan].scanData.count / 2)
    let picture = try decode(parts.bytes)
    let expected = try decode(original)
    let half = picture.pixels.count / 3
    let upper = zip(picture.pixels.prefix(half), expected.pixels).map { abs(Int($0) - Int($1)) }
    #expect(Double(upper.reduce(0, +)) / Double(half) < 4)
  }

  @Test func `what the library refuses is damage`() throws {
    var parts = JPEGParts(SamplePicture.bytes("color-420.jpg"))
    // Decoding cannot begin without quantization tables; for Huffman tables there are defaults.
    parts.segments.removeAll { $0.marker == 0xDB }
    let failure = #expect(throws: DecodingFailure.self) { try decode(parts.bytes) }
    #expect(failure == .corrupt)
    // Three samples across for two: libjpeg cannot stretch that.
    parts = JPEGParts(SamplePicture.bytes("color-420.jpg"))
    parts.frame.content[7] = 0x31
    parts.frame.content[10] = 0x21
    #expect(throws: DecodingFailure.self) { try decode(parts.bytes) }
  }
}

struct TurningTests {
  /// Two pixels wide, three high: A B, C D, E F.
  private let image = RGBImage(width: 2, height: 3, pixels: Array("AaaBbbCccDddEeeFff".utf8))

  @Test(
    arguments: [
      (.upright, 2, "ABCDEF"), (.mirrored, 2, "BADCFE"), (.turnedHalf, 2, "FEDCBA"), (.mirroredTurnedHalf, 2, "EFCDAB"),
      (.transposed, 3, "ACEBDF"), (.turnedRight, 3, "ECAFDB"), (.transversed, 3, "FDBECA"), (.turnedLeft, 3, "BDFACE"),
    ] as [(ImageOrientation, Int, String)])
  func `each orientation is turned as Exif defines it`(orientation: ImageOrientation, width: Int, letters: String) {
    let turned = image.turned(orientation)
    #expect(turned.width == width && turned.height == 6 / width)
    #expect(String(decoding: turned.pixels.filter { $0 < 0x60 }, as: UTF8.self) == letters)
  }

  @Test func `images larger than a tile are turned as a whole`() {
    let (width, height) = (131, 70)
    let pixels = (0..<width * height).flatMap { number -> [UInt8] in
      [UInt8(number % width), UInt8(number / width), 7]
    }
    let turned = RGBImage(width: width, height: height, pixels: pixels).turned(.turnedRight)
    #expect(turned.width == height && turned.height == width)
    for y in 0..<width {
      for x in 0..<height {
        let place = 3 * (y * height + x)
        #expect(turned.pixels[place] == UInt8(y) && turned.pixels[place + 1] == UInt8(height - 1 - x))
      }
    }
  }
}
