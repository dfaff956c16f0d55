/// A picture of a kind that has triggered bugs in versions of libpng, built here byte by byte.
package struct FlawedImage: Sendable {
  /// The outcome. All pictures that can be decoded are blank, so no text is read in them.
  package enum Expected: Sendable {
    case decoded, corrupt, truncated, tooLarge
  }

  package var name: String
  package var bytes: [UInt8]
  package var expected: Expected

  /// Numbers and descriptions: libpng.org/pub/png/libpng.html, "Security and Crash Bugs in Older Versions", and the
  /// announcements of libpng 1.6.51 to 1.6.55.
  package static let all: [FlawedImage] =
    palettes + transparencies + pixelData + sizes + partsThatAreDropped + interlacedDepths
}

// MARK: What reaches libpng

extension FlawedImage {
  /// White, so that no row is read as text.
  private static func palette(_ entries: Int) -> [UInt8] { [UInt8](repeating: 0xFF, count: 3 * entries) }

  private static func indexed(
    _ name: String, entries: Int, bitDepth: UInt8 = 8, transparency: [UInt8]? = nil, indexes: UInt8 = 0,
    interlace: UInt8 = 0, _ expected: Expected
  ) -> FlawedImage {
    let shape = ImageShape(width: 33, height: 17, bitDepth: bitDepth, colorType: 3, isInterlaced: interlace == 1)
    return FlawedImage(
      name: name,
      bytes: PNGBuilder.file(
        width: 33, height: 17, bitDepth: bitDepth, colorType: 3, interlace: interlace,
        before: [("PLTE", palette(entries))] + (transparency.map { [("tRNS", $0)] } ?? []),
        scanlines: shape.scanlines(of: indexes)),
      expected: expected)
  }

  private static let palettes = [
    indexed("CVE-2013-6954: no colors", entries: 0, .corrupt),
    indexed("CVE-2015-8126: more colors than the depth has, 1 bit", entries: 256, bitDepth: 1, .decoded),
    indexed("CVE-2015-8126: more colors than the depth has, 2 bits", entries: 5, bitDepth: 2, .decoded),
    indexed("CVE-2015-8126: more colors than the depth has, 4 bits", entries: 17, bitDepth: 4, .decoded),
    indexed("257 colors", entries: 257, .corrupt),
    indexed("60,000 colors", entries: 60_000, .corrupt),
    indexed("CVE-2025-64505: colors that the table does not have", entries: 1, indexes: 0xFF, .decoded),
    FlawedImage(
      name: "a table that is no multiple of three",
      bytes: PNGBuilder.file(
        width: 1, height: 1, colorType: 3, before: [("PLTE", [255, 255, 255, 255])], scanlines: [0, 0]),
      expected: .corrupt),
    FlawedImage(
      name: "CVE-2015-8126: a table for true color, too long",
      bytes: PNGBuilder.file(
        width: 1, height: 1, colorType: 2, before: [("PLTE", palette(300))], scanlines: [0, 255, 255, 255]),
      expected: .decoded),
  ]

  private static let halfTransparent = (0..<256).map { UInt8(truncatingIfNeeded: $0 &* 37) }

  private static let transparencies =
    [
      indexed("CVE-2004-0597: 300 alphas", entries: 256, transparency: [UInt8](repeating: 7, count: 300), .decoded),
      indexed("CVE-2004-0597: more alphas than colors", entries: 2, transparency: halfTransparent, .decoded),
      indexed("CVE-2004-0597: 60,000 alphas", entries: 2, transparency: [UInt8](repeating: 0, count: 60_000), .decoded),
      indexed("no alphas", entries: 2, transparency: [], .decoded),
      indexed(
        "CVE-2025-64720, CVE-2025-66293: half transparent", entries: 256, transparency: halfTransparent, .decoded),
      indexed(
        "CVE-2025-66293: half transparent, beyond the alphas", entries: 256, transparency: [128], indexes: 0xFF,
        .decoded),
      indexed(
        "CVE-2025-64720: half transparent, colors that are missing", entries: 3, transparency: [128, 1, 254],
        indexes: 0xFF, interlace: 1, .decoded),
      indexed(
        "CVE-2025-64720: half transparent, 4 bits, interlaced", entries: 16, bitDepth: 4,
        transparency: Array(halfTransparent.prefix(16)), indexes: 0xA5, interlace: 1, .decoded),
    ]
    + [("no", 0), ("half a", 1), ("one and a half", 3), ("300", 600)].flatMap { (words, count) in
      [(UInt8(0), [UInt8]([0, 255])), (2, [0, 255, 255, 255])].map { (type, row) in
        FlawedImage(
          name: "CVE-2007-2445: \(words) transparent samples in color type \(type)",
          bytes: PNGBuilder.file(
            width: 1, height: 1, colorType: type, before: [("tRNS", [UInt8](repeating: 0, count: count))],
            scanlines: row),
          expected: .decoded)
      }
    }

  private static func data(_ name: String, _ parts: [[UInt8]], _ expected: Expected) -> FlawedImage {
    var builder = PNGBuilder()
    builder.addHeader(width: 8, height: 8)
    for part in parts { builder.addChunk("IDAT", part) }
    builder.addChunk("IEND", [])
    return FlawedImage(name: name, bytes: builder.bytes, expected: expected)
  }

  private static let pixelData: [FlawedImage] = {
    let rows = ImageShape(width: 8, height: 8, bitDepth: 8, colorType: 0).scanlines(of: 0xFF)
    let packed = PNGBuilder.zlib(rows)
    return [
      data("no data in one part", [[]], .corrupt),
      data("no data in 300 parts", Array(repeating: [], count: 300), .corrupt),
      data(
        "CVE-2008-1382: empty parts between the data",
        [[], Array(packed.prefix(9)), [], Array(packed.dropFirst(9)), []], .decoded),
      data("CVE-2019-7317: an error in the middle", [PNGBuilder.zlib(Array(rows.prefix(40)))], .corrupt),
      data("CVE-2019-7317: an error at the end", [PNGBuilder.zlib(rows, checksum: 7)], .corrupt),
      data("CVE-2010-1205: more rows than the height", [PNGBuilder.zlib(rows + rows + rows)], .decoded),
      data(
        "CVE-2010-1205: 300,000 bytes too many", [PNGBuilder.zlib(rows + [UInt8](repeating: 1, count: 300_000))],
        .decoded),
      data("a window of 64 KiB, which does not exist", [[0x88, 0x1C] + packed.dropFirst(2)], .corrupt),
      data("a dictionary that is asked for", [[0x78, 0x20, 0, 0, 0, 1] + packed.dropFirst(2)], .corrupt),
      data("a block of a kind that does not exist", [[0x78, 0x01, 0x07]], .corrupt),
      data("a distance before the beginning", [[0x78, 0x01, 0x63, 0x00, 0x02, 0x30]], .corrupt),
    ]
  }()

  private static func header(
    _ name: String, width: UInt32, height: UInt32, bitDepth: UInt8 = 8, colorType: UInt8, interlace: UInt8 = 0,
    _ expected: Expected
  ) -> FlawedImage {
    FlawedImage(
      name: "\(name): \(width) x \(height), \(bitDepth) bits, color type \(colorType)",
      bytes: PNGBuilder.file(
        width: width, height: height, bitDepth: bitDepth, colorType: colorType, interlace: interlace,
        before: colorType == 3 ? [("PLTE", palette(1))] : [], scanlines: [0, 0, 0, 0, 0, 0, 0, 0, 0]),
      expected: expected)
  }

  private static let sizes: [FlawedImage] = [
    // Sizes at which the bytes of a row, or rows times bytes, wrap to about 0 in 32 bits.
    header("CVE-2018-13785", width: 0x5555_5555, height: 1, colorType: 2, .tooLarge),
    header("CVE-2018-13785", width: 0x1FFF_FFFF, height: 1, bitDepth: 16, colorType: 6, .tooLarge),
    header("CVE-2004-0599", width: 0x2000_0001, height: 1, bitDepth: 16, colorType: 6, .tooLarge),
    header("CVE-2004-0599", width: 0x4000_0000, height: 4, colorType: 6, .tooLarge),
    header("CVE-2014-9495, CVE-2015-0973", width: 0x7FFF_FFFF, height: 1, colorType: 6, interlace: 1, .tooLarge),
    header("CVE-2014-9495", width: 0x7FFF_FFF9, height: 1, bitDepth: 1, colorType: 0, interlace: 1, .tooLarge),
    header("CVE-2006-7244", width: 1, height: 0x7FFF_FFFF, colorType: 2, .tooLarge),
    header("rows times bytes", width: 0x1_0000, height: 0x1_0000, colorType: 0, .tooLarge),
    header("signed", width: 0x8000_0001, height: 1, colorType: 0, .tooLarge),
    header("signed", width: 1, height: 0xFFFF_FFFF, colorType: 0, .tooLarge),
    header("nothing", width: 0, height: 0, colorType: 0, .corrupt),
    header(
      "longest side, interlaced, without its rows", width: 16_384, height: 1, bitDepth: 16, colorType: 6, interlace: 1,
      .corrupt),
  ]

  /// CVE-2025-65018, CVE-2026-22695 (16 bits reduced to 8, interlaced), CVE-2009-2042 (widths that do not fill the last
  /// byte), CVE-2011-0408 (grey with alpha): every color type and depth, in sizes that leave passes empty or one pixel
  /// wide.
  private static let interlacedDepths: [FlawedImage] = ImageShape.depths.flatMap { colorType, bitDepth in
    [(1, 1), (5, 1), (4, 4), (9, 9)].map { width, height in
      let shape = ImageShape(
        width: width, height: height, bitDepth: bitDepth, colorType: colorType, isInterlaced: true)
      return FlawedImage(
        name: "interlaced: \(width) x \(height), \(bitDepth) bits, color type \(colorType)",
        bytes: shape.file(pattern: { _ in 0xFF }), expected: .decoded)
    }
  }
}

// MARK: What the chunk filter drops before libpng sees it

extension FlawedImage {
  private static func extra(_ name: String, _ chunks: [(String, [UInt8])]) -> FlawedImage {
    FlawedImage(
      name: name, bytes: PNGBuilder.file(width: 2, height: 1, before: chunks, scanlines: [0, 255, 255]),
      expected: .decoded)
  }

  private static func text(_ string: String) -> [UInt8] { Array(string.utf8) }

  private static let partsThatAreDropped: [FlawedImage] = {
    let bomb = PNGBuilder.zlibRun(of: 0x41, count: 64 << 20)
    let spaces = [UInt8](repeating: 0x20, count: 200)
    return [
      extra("CVE-2010-0205: 64 MiB of color profile", [("iCCP", text("profile\0\0") + bomb)]),
      extra("CVE-2010-0205: 64 MiB of text", [("zTXt", text("Comment\0\0") + bomb)]),
      extra("64 MiB of international text", [("iTXt", text("Comment\0\u{1}\0\0\0") + bomb)]),
      extra("CVE-2004-0598: a color profile without a name", [("iCCP", [])]),
      extra(
        "CVE-2008-5907: a color profile with a name of 80", [("iCCP", [UInt8](repeating: 0x61, count: 80) + [0, 0])]),
      extra(
        "a color profile that says it has 4 GB", [("iCCP", text("p\0\0") + PNGBuilder.zlib([255, 255, 255, 255]))]),
      extra(
        "CVE-2015-8540: names of spaces",
        [("tEXt", spaces + [0]), ("zTXt", spaces + [0, 0]), ("iCCP", spaces + [0, 0])]),
      extra("CVE-2008-3964: compressed text without an end", [("zTXt", text("Comment"))]),
      extra("CVE-2008-3964: compressed text of another method", [("zTXt", text("Comment\0\u{7}abc"))]),
      extra("CVE-2016-10087, CVE-2011-3048: 500 texts", Array(repeating: ("tEXt", text("k\0v")), count: 500)),
      extra("CVE-2013-7354: 1,000 parts that nobody knows", Array(repeating: ("abCd", []), count: 1_000)),
      extra("CVE-2006-5793, CVE-2004-0599: suggested colors, cut", [("sPLT", text("name\0\u{8}") + [1, 2, 3])]),
      extra("suggested colors with 17 bits", [("sPLT", text("name\0\u{11}"))]),
      extra("CVE-2007-5269: a histogram without colors", [("hIST", [0, 1])]),
      extra("CVE-2007-5269: a histogram of 257", [("hIST", [UInt8](repeating: 0, count: 514))]),
      extra("significant bits of 255", [("sBIT", [255])]),
      extra("significant bits for four channels", [("sBIT", [8, 8, 8, 8])]),
      extra(
        "CVE-2007-5268: a scale without an end", [("pCAL", text("p\0") + [0, 0, 0, 0, 255, 255, 255, 255, 0, 200])]),
      extra("a scale of one byte", [("pCAL", [1])]),
      extra("CVE-2011-2692: an empty size", [("sCAL", [])]),
      extra("CVE-2011-2692: a size without numbers", [("sCAL", text("\u{1}x\0y"))]),
      extra(
        "CVE-2009-0040, CVE-2011-2690: no gamma, no white",
        [("gAMA", [0, 0, 0, 0]), ("cHRM", [UInt8](repeating: 0, count: 32))]),
      extra("a gamma of 2^31", [("gAMA", [128, 0, 0, 0])]),
      extra("CVE-2011-2691: white that cannot be", [("cHRM", [UInt8](repeating: 255, count: 32))]),
      extra("CVE-2026-25646: a background and a histogram", [("bKGD", [255, 255, 255]), ("hIST", [1])]),
      extra(
        "Exif data that point at themselves",
        [("eXIf", text("MM\0*") + [0, 0, 0, 8, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 8])]),
      extra("CVE-2017-12652: parts of wrong lengths", [("tIME", [1]), ("pHYs", []), ("oFFs", [1, 2]), ("cICP", [1])]),
      FlawedImage(
        name: "CVE-2017-12652: a part longer than the file",
        bytes: {
          var builder = PNGBuilder()
          builder.addHeader(width: 1, height: 1)
          builder.addChunk("tEXt", [1, 2, 3], length: 0x7FFF_FFFF)
          return builder.bytes
        }(), expected: .truncated),
    ]
  }()
}
