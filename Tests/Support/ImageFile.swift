/// Grey pixels, row by row from the top.
package struct GreyPicture: Sendable {
  package var width: Int
  package var height: Int
  package var pixels: [UInt8]

  package init(width: Int, height: Int, pixels: [UInt8]) {
    self.width = width
    self.height = height
    self.pixels = pixels
  }
}

/// PNG files made by tests (PNG specification, third edition); the image data is stored, not compressed.
package enum ImageFile {
  /// 8-bit grey pixels, row by row, as a PNG file.
  package static func grey(width: Int, height: Int, pixel: (_ x: Int, _ y: Int) -> UInt8) -> [UInt8] {
    var rows: [UInt8] = []
    rows.reserveCapacity((width + 1) * height)
    for y in 0..<height {
      rows.append(0)  // no filter
      for x in 0..<width { rows.append(pixel(x, y)) }
    }
    let header = bigEndian(UInt32(width)) + bigEndian(UInt32(height)) + [8, 0, 0, 0, 0]
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunk("IHDR", header) + chunk("IDAT", stored(rows))
      + chunk("IEND", [])
  }

  /// Seeded noise: contains no words, and is hard to read for that reason.
  package static func noise(width: Int, height: Int, seed: UInt64) -> [UInt8] {
    var random = SeededGenerator(seed: seed)
    return grey(width: width, height: height) { _, _ in UInt8(truncatingIfNeeded: random.next()) }
  }

  /// Strokes in cells, lines and words that look like writing but are not: recognition finds many lines, and each takes
  /// long because nothing in it is certain. If `above` is given, copies of it cover the upper half of the page.
  package static func scribble(
    width: Int, height: Int, seed: UInt64, lineHeight: Int = 18, above: GreyPicture? = nil
  ) -> [UInt8] {
    var random = SeededGenerator(seed: seed)
    let columns = width / cell.width + 1
    let cells = (0...(columns * (height / lineHeight + 1))).map { _ in random.next() }
    return grey(width: width, height: height) { x, y in
      if let above, y < height / 2 { return above.pixels[y % above.height * above.width + x % above.width] }
      let bits = cells[y / lineHeight * columns + x / cell.width]
      let (column, row) = (x % cell.width / stroke, y % lineHeight / stroke)
      // One cell in eight stays empty, like the space between words.
      guard column < 3, row < cell.rows, bits >> 61 != 0 else { return 255 }
      return bits >> UInt64(row * 3 + column) & 1 == 1 ? 0 : 255
    }
  }

  private static let stroke = 3
  private static let cell = (width: 12, rows: 4)

  private static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
    let body = Array(type.utf8) + data
    return bigEndian(UInt32(data.count)) + body + bigEndian(checksum(body))
  }

  /// A zlib stream of stored blocks (RFC 1950, RFC 1951 section 3.2.4).
  private static func stored(_ data: [UInt8]) -> [UInt8] {
    var stream: [UInt8] = [0x78, 0x01]
    stream.reserveCapacity(data.count + data.count / 1000 + 16)
    var start = 0
    while start < data.count {
      let end = min(start + 65_535, data.count)
      let count = UInt16(end - start)
      stream.append(end == data.count ? 1 : 0)
      for value in [count, ~count] { stream += [UInt8(value & 0xFF), UInt8(value >> 8)] }
      stream += data[start..<end]
      start = end
    }
    return stream + bigEndian(adler(data))
  }

  private static func adler(_ data: [UInt8]) -> UInt32 {
    var first: UInt32 = 1
    var second: UInt32 = 0
    for byte in data {
      first = (first + UInt32(byte)) % 65_521
      second = (second + first) % 65_521
    }
    return second << 16 | first
  }

  private static let checksumTable: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1 }
  }

  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(~0) { checksumTable[Int(($0 ^ UInt32($1)) & 0xFF)] ^ ($0 >> 8) }
  }

  private static func bigEndian(_ value: UInt32) -> [UInt8] {
    [UInt8(value >> 24), UInt8(value >> 16 & 0xFF), UInt8(value >> 8 & 0xFF), UInt8(value & 0xFF)]
  }
}
