import ImageContainers
import ScanModel
import TestSupport
import Testing

/// One row of two grey pixels.
private let scanlines: [UInt8] = [0, 10, 200]

private func plainFile(before: [(String, [UInt8])] = []) -> [UInt8] {
  PNGBuilder.file(width: 2, height: 1, before: before, scanlines: scanlines)
}

struct PNGContainerTests {
  @Test func `a plain file passes unchanged`() throws {
    let file = plainFile()
    let png = try PNGContainer.filter(file)
    #expect(png.bytes == file)
    let header = try #require(png.pngHeader)
    #expect(png.width == 2 && png.height == 1 && header.bitDepth == 8)
    #expect(header.colorType == .grey && !header.isInterlaced)
    #expect(!png.isAnimated)
  }

  @Test func `chunks that are not needed are left out`() throws {
    let file = plainFile(before: [("tEXt", Array("Title\0secret".utf8)), ("iCCP", [1, 2, 3]), ("zTXt", [9])])
    #expect(try PNGContainer.filter(file).bytes == plainFile())
  }

  @Test func `the checksum of a chunk that is left out does not matter`() throws {
    var builder = PNGBuilder()
    builder.addHeader(width: 2, height: 1)
    builder.addChunk("tEXt", [1, 2], checksum: 0)
    builder.addChunk("IDAT", PNGBuilder.zlib(scanlines))
    builder.addChunk("IEND", [])
    #expect(try PNGContainer.filter(builder.bytes).bytes == plainFile())
  }

  @Test func `an animation is flagged and its further frames are dropped`() throws {
    var builder = PNGBuilder()
    builder.addHeader(width: 2, height: 1)
    builder.addChunk("acTL", [0, 0, 0, 2, 0, 0, 0, 0])
    builder.addChunk("IDAT", PNGBuilder.zlib(scanlines))
    builder.addChunk("fdAT", [0, 0, 0, 1, 2, 3])
    builder.addChunk("IEND", [])
    let png = try PNGContainer.filter(builder.bytes)
    #expect(png.isAnimated)
    #expect(png.bytes == plainFile())
  }

  @Test(arguments: ["acTL", "fdAT"])
  func `an animation without a second frame is a still picture`(kind: String) throws {
    var builder = PNGBuilder()
    builder.addHeader(width: 2, height: 1)
    builder.addChunk(kind, [0, 0, 0, 1, 0, 0, 0, 0])
    builder.addChunk("IDAT", PNGBuilder.zlib(scanlines))
    builder.addChunk("IEND", [])
    #expect(try !PNGContainer.filter(builder.bytes).isAnimated)
  }

  @Test func `bytes behind the end are dropped`() throws {
    let png = try PNGContainer.filter((plainFile() + plainFile()))
    #expect(png.bytes == plainFile())
  }

  @Test func `picture data may be split finely`() throws {
    var builder = PNGBuilder()
    builder.addHeader(width: 2, height: 1)
    for byte in PNGBuilder.zlib(scanlines) {
      builder.addChunk("IDAT", [byte])
      builder.addChunk("IDAT", [])
    }
    builder.addChunk("IEND", [])
    #expect(try PNGContainer.filter(builder.bytes).bytes == builder.bytes)
  }

  @Test func `every cut of a file counts as truncated`() {
    let file = plainFile()
    for count in 0..<file.count {
      #expect(failure(of: Array(file.prefix(count)))?.code == .truncated, "\(count) bytes")
    }
    #expect(failure(of: [])?.detail == "the file is empty")
  }

  @Test(arguments: ["hello", "\u{89}PNG\n", "GIF89a", "\0"])
  func `other files are no PNG`(start: String) {
    #expect(failure(of: Array(start.utf8))?.code == .unsupported)
  }

  @Test func `a changed bit in any kept chunk is noticed`() {
    let file = plainFile()
    for position in 8..<file.count {
      var damaged = file
      damaged[position] ^= 0x10
      #expect(failure(of: damaged) != nil, "byte \(position)")
    }
  }

  @Test func `checksums agree with the definition for every length and alignment`() throws {
    for count in 0..<64 {
      let data = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ count) }
      var builder = PNGBuilder()
      builder.addHeader(width: 2, height: 1)
      builder.addChunk("IDAT", data)
      builder.addChunk("IEND", [])
      #expect(try PNGContainer.filter(builder.bytes).bytes == builder.bytes)
    }
  }
}

struct PNGHeaderTests {
  @Test(
    arguments: [
      (0, [1, 2, 4, 8, 16]), (1, []), (2, [8, 16]), (3, [1, 2, 4, 8]), (4, [8, 16]), (5, []), (6, [8, 16]), (7, []),
    ] as [(UInt8, [UInt8])])
  func `only the bit depths of the specification are taken`(colorType: UInt8, allowed: [UInt8]) {
    for depth in UInt8(0)...17 {
      let file = PNGBuilder.file(
        width: 1, height: 1, bitDepth: depth, colorType: colorType, before: [("PLTE", [0, 0, 0])], scanlines: [0])
      #expect((failure(of: file) == nil) == allowed.contains(depth), "depth \(depth)")
    }
  }

  @Test(arguments: [(1, 0, 0), (0, 1, 0), (0, 0, 2)] as [(UInt8, UInt8, UInt8)])
  func `unknown methods are damage`(compression: UInt8, filter: UInt8, interlace: UInt8) {
    var builder = PNGBuilder()
    builder.addHeader(width: 1, height: 1, compression: compression, filter: filter, interlace: interlace)
    #expect(failure(of: builder.bytes)?.code == .corrupt)
  }

  @Test(arguments: [(0, 1), (1, 0), (0, 0xFFFF_FFFF)] as [(UInt32, UInt32)])
  func `impossible sizes are damage`(width: UInt32, height: UInt32) {
    #expect(failure(of: PNGBuilder.file(width: width, height: height, scanlines: []))?.code == .corrupt)
  }

  @Test(
    arguments: [
      (16_384, 1, true), (16_385, 1, false), (1, 16_385, false), (16_384, 3_906, true), (16_384, 3_907, false),
      (0x7FFF_FFFF, 0x7FFF_FFFF, false), (0x8000_0001, 1, false), (0xFFFF_FFFF, 0xFFFF_FFFF, false),
    ] as [(UInt32, UInt32, Bool)])
  func `sizes are held against the limits`(width: UInt32, height: UInt32, isAllowed: Bool) {
    let found = failure(of: PNGBuilder.file(width: width, height: height, scanlines: []))
    #expect(found?.code == (isAllowed ? nil : .tooLarge))
  }
}

struct PNGStructureTests {
  private func file(_ chunks: [(String, [UInt8])]) -> [UInt8] {
    var builder = PNGBuilder()
    for (type, data) in chunks { builder.addChunk(type, data) }
    return builder.bytes
  }

  private static let header: (String, [UInt8]) = ("IHDR", [0, 0, 0, 2, 0, 0, 0, 1, 8, 0, 0, 0, 0])
  private static let paletteHeader: (String, [UInt8]) = ("IHDR", [0, 0, 0, 2, 0, 0, 0, 1, 8, 3, 0, 0, 0])
  private static let data: (String, [UInt8]) = ("IDAT", PNGBuilder.zlib(scanlines))
  private static let end: (String, [UInt8]) = ("IEND", [])
  private static let palette: (String, [UInt8]) = ("PLTE", [1, 2, 3])

  @Test(arguments: [
    [data, header, end], [header, header, data, end], [header, data, header, end], [header, end],
    [header, ("ABCD", []), data, end], [paletteHeader, data, end], [paletteHeader, data, palette, end],
    [paletteHeader, palette, palette, data, end], [header, data, palette, data, end],
    [header, ("ID4T", []), data, end],
  ])
  func `chunks in the wrong places are damage`(chunks: [(String, [UInt8])]) {
    #expect(failure(of: file(chunks))?.code == .corrupt)
  }

  @Test func `a color table that suggests colors only is dropped`() throws {
    let png = try PNGContainer.filter(file([Self.header, Self.palette, Self.data, Self.end]))
    #expect(png.bytes == plainFile())
  }

  @Test func `color table and transparency of a palette picture are kept`() throws {
    let chunks = [Self.paletteHeader, Self.palette, ("tRNS", [7]), Self.data, Self.end]
    #expect(try PNGContainer.filter(file(chunks)).bytes == file(chunks))
  }

  @Test func `a length over 31 bits is damage, one beyond the end is a file cut short`() {
    for (length, code) in [(0x7FFF_FFFF, ImageContainerFailure.Code.truncated), (0xFFFF_FFFF, .corrupt)] {
      var builder = PNGBuilder()
      builder.addHeader(width: 2, height: 1)
      builder.addChunk("IDAT", [], length: UInt32(length))
      #expect(failure(of: builder.bytes)?.code == code)
    }
  }

  @Test func `size and number of chunks are limited`() {
    let file = plainFile()
    #expect(failure(of: file, limits: ImageLimits(maximumBytes: file.count)) == nil)
    #expect(failure(of: file, limits: ImageLimits(maximumBytes: file.count - 1))?.code == .tooLarge)
    #expect(failure(of: file, limits: ImageLimits(maximumParts: 3)) == nil)
    #expect(failure(of: file, limits: ImageLimits(maximumParts: 2))?.code == .tooLarge)
  }

  @Test func `details are clauses`() {
    for bad in [[], [0x41], Array(plainFile().prefix(30)), file([Self.header, Self.end])] {
      let detail = failure(of: bad)?.detail.english ?? ""
      #expect(!detail.isEmpty && detail.first?.isLowercase == true && detail.last != ".")
    }
  }
}

struct CompletenessTests {
  @Test func `a file is complete with its last byte and not before`() {
    let file = plainFile()
    #expect(ImageContainer.defect(of: file) == nil)
    for count in 0..<file.count {
      #expect(ImageContainer.defect(of: Array(file.prefix(count))) == .truncated, "\(count) bytes")
    }
  }

  @Test func `other files and broken structure are told apart`() {
    var wrongStart = PNGBuilder()
    wrongStart.addChunk("IDAT", [])
    #expect(ImageContainer.defect(of: Array("hello".utf8)) == .unsupported)
    #expect(ImageContainer.defect(of: wrongStart.bytes) == .corrupt)
  }

  @Test func `contents are not looked at`() {
    var builder = PNGBuilder()
    builder.addHeader(width: 0, height: 0)
    builder.addChunk("IDAT", [1, 2, 3], checksum: 0)
    builder.addChunk("IEND", [])
    #expect(ImageContainer.defect(of: builder.bytes) == nil)
  }
}
