import ImageContainers
import ImageProcessing
import ScanModel
import TestSupport
import Testing

private func decode(_ file: [UInt8]) throws -> RGBImage {
  try ImageDecoder.decode(ImageContainer.filter(file))
}

struct PNGDecoderTests {
  @Test func `grey becomes three equal channels`() throws {
    let picture = try decode(PNGBuilder.file(width: 2, height: 2, scanlines: [0, 10, 200, 0, 0, 255]))
    #expect(
      picture
        == RGBImage(width: 2, height: 2, pixels: [10, 10, 10, 200, 200, 200, 0, 0, 0, 255, 255, 255]))
  }

  @Test(
    arguments: [
      (1, [0b1010_0000], [255, 0, 255]), (2, [0b0001_1011, 0], [0, 85, 170]), (4, [0x0F, 0x80], [0, 255, 136]),
    ] as [(UInt8, [UInt8], [UInt8])])
  func `depths below a byte are spread over the whole range`(depth: UInt8, row: [UInt8], grey: [UInt8]) throws {
    let rowBytes = (3 * Int(depth) + 7) / 8
    let file = PNGBuilder.file(width: 3, height: 1, bitDepth: depth, scanlines: [0] + row.prefix(rowBytes))
    #expect(try decode(file).pixels == grey.flatMap { [$0, $0, $0] })
  }

  @Test func `16-bit samples keep their high byte`() throws {
    let file = PNGBuilder.file(
      width: 1, height: 1, bitDepth: 16, colorType: 2, scanlines: [0, 0x20, 0x00, 0x80, 0x80, 0xFF, 0xFF])
    let pixels = try decode(file).pixels
    // As sRGB, not as linear light, which would make 0x20 a 98; libpng rounds.
    #expect(zip(pixels, [0x20, 0x80, 0xFF]).allSatisfy { abs(Int($0) - $1) <= 1 }, "\(pixels)")
  }

  @Test func `palette colors are looked up`() throws {
    let file = PNGBuilder.file(
      width: 2, height: 1, colorType: 3, before: [("PLTE", [1, 2, 3, 40, 50, 60])], scanlines: [0, 1, 0])
    #expect(try decode(file).pixels == [40, 50, 60, 1, 2, 3])
  }

  @Test func `interlaced pictures come out the same`() throws {
    // Adam7 on 2 × 2: pass 1 has the first pixel, pass 6 the second, pass 7 the lower row.
    let file = PNGBuilder.file(width: 2, height: 2, interlace: 1, scanlines: [0, 10, 0, 20, 0, 30, 40])
    #expect(try decode(file).pixels == [10, 20, 30, 40].flatMap { [$0, $0, $0] as [UInt8] })
  }

  @Test func `the orientation of Exif data is applied, before or after the picture data`() throws {
    let scanlines: [UInt8] = [0, 10, 20, 30]
    let exif = ExifBuilder.orientation(6)
    let turned = try decode(PNGBuilder.file(width: 3, height: 1, before: [("eXIf", exif)], scanlines: scanlines))
    #expect(turned.width == 1 && turned.height == 3)
    #expect(turned.pixels == [10, 20, 30].flatMap { [$0, $0, $0] as [UInt8] })
    var last = PNGBuilder()
    last.addHeader(width: 3, height: 1)
    last.addChunk("IDAT", PNGBuilder.zlib(scanlines))
    last.addChunk("eXIf", ExifBuilder.orientation(3))
    last.addChunk("IEND", [])
    #expect(try decode(last.bytes).pixels == [30, 20, 10].flatMap { [$0, $0, $0] as [UInt8] })
  }

  @Test func `damaged Exif data leave the picture as it is`() throws {
    for exif in [[], ExifBuilder.orientation(9), Array(ExifBuilder.orientation(6).prefix(12))] {
      let file = PNGBuilder.file(width: 2, height: 1, before: [("eXIf", exif)], scanlines: [0, 10, 20])
      #expect(try decode(file).width == 2)
    }
    var file = PNGBuilder.file(
      width: 2, height: 1, before: [("eXIf", ExifBuilder.orientation(6))], scanlines: [0, 10, 20])
    // The last byte of the chunk's checksum: signature, header chunk, then length, type and data come before it.
    file[8 + 25 + 8 + ExifBuilder.orientation(6).count + 3] ^= 1
    #expect(try decode(file).width == 2)
  }

  @Test func `data behind the last row is ignored`() throws {
    let file = PNGBuilder.file(width: 1, height: 1, scanlines: [0, 7] + Array(repeating: 0, count: 500))
    #expect(try decode(file).pixels == [7, 7, 7])
  }

  @Test(arguments: [
    PNGBuilder.zlib([0, 1, 2, 0, 3, 4], checksum: 1), PNGBuilder.zlib([0, 1, 2]), [], [0x78, 0x01, 0x07],
    PNGBuilder.zlib([9, 1, 2, 0, 3, 4]),
  ])
  func `damaged picture data is refused as a whole`(data: [UInt8]) throws {
    var builder = PNGBuilder()
    builder.addHeader(width: 2, height: 2)
    builder.addChunk("IDAT", data)
    builder.addChunk("IEND", [])
    let failure = #expect(throws: DecodingFailure.self) { try decode(builder.bytes) }
    #expect(failure == .corrupt)
  }
}

struct AlphaFlatteningTests {
  private func decode(rgba: [UInt8]) throws -> RGBImage {
    let file = PNGBuilder.file(width: UInt32(rgba.count / 4), height: 1, colorType: 6, scanlines: [0] + rgba)
    return try ImageDecoder.decode(ImageContainer.filter(file))
  }

  @Test func `an opaque picture needs no backdrop`() throws {
    let picture = try decode(rgba: [1, 2, 3, 255, 250, 251, 252, 255])
    #expect(picture.pixels == [1, 2, 3, 250, 251, 252])
  }

  @Test func `dark on transparent goes on white`() throws {
    let picture = try decode(rgba: [0, 0, 0, 255, 9, 9, 9, 0, 0, 0, 0, 128])
    #expect(picture.pixels == [0, 0, 0, 255, 255, 255, 127, 127, 127])
  }

  @Test func `white text cannot hide on a transparent ground`() throws {
    let picture = try decode(rgba: [255, 255, 255, 255, 0, 0, 0, 0])
    let difference = Int(picture.pixels[0]) - Int(picture.pixels[3])
    #expect(difference > 128)
  }

  @Test func `a transparent color of a picture without alpha counts as transparent`() throws {
    let file = PNGBuilder.file(width: 2, height: 1, before: [("tRNS", [0, 5])], scanlines: [0, 5, 6])
    let picture = try ImageDecoder.decode(ImageContainer.filter(file))
    #expect(picture.pixels == [255, 255, 255, 6, 6, 6])
  }
}
