import ImageContainers
import ScanModel
import TestSupport
import Testing

private func filter(_ file: [UInt8]) throws -> FilteredImage {
  let image = try ImageContainer.filter(file)
  try #require(image.jpeg != nil)
  return image
}

struct JPEGContainerTests {
  private let whole = SamplePicture.bytes("color-420.jpg")
  private let parts = JPEGParts(SamplePicture.bytes("color-420.jpg"))

  @Test func `a plain file passes unchanged but for its header`() throws {
    let jpeg = try filter(whole)
    #expect(jpeg.width == 600 && jpeg.height == 80 && jpeg.jpeg?.frame.componentCount == 3)
    #expect(jpeg.orientation == .upright && jpeg.jpeg?.isWrittenByAdobe == false)
    #expect(jpeg.bytes == whole)
    #expect(try filter(jpeg.bytes).bytes == jpeg.bytes)
  }

  @Test func `application data and comments are left out wherever they stand`() throws {
    var full = parts
    let extra: [JPEGParts.Segment] =
      (0xE1...0xEF).map { JPEGParts.Segment($0, Array("secret".utf8)) } + [JPEGParts.Segment(0xFE, [1, 2, 3])]
    full.segments.insert(contentsOf: extra, at: 1)
    full.segments.insert(contentsOf: extra, at: full.index(of: 0xDA))
    #expect(try filter(full.bytes).bytes == whole)
  }

  @Test func `the markers of JFIF and Adobe are written anew`() throws {
    var full = parts
    full.segments[0].content += [9, 9, 9]
    full.segments.insert(JPEGParts.Segment(0xEE, Array("Adobe".utf8) + [0, 100, 1, 2, 3, 4, 1, 99]), at: 1)
    let jpeg = try filter(full.bytes)
    #expect(jpeg.jpeg?.isWrittenByAdobe == true)
    var expected = parts
    expected.segments.insert(JPEGParts.Segment(0xEE, Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, 1]), at: 1)
    #expect(jpeg.bytes == expected.bytes)
  }

  @Test func `bytes behind the end are dropped`() throws {
    let jpeg = try filter(SamplePicture.bytes("color-trailing.jpg"))
    #expect(try filter(jpeg.bytes).bytes == jpeg.bytes)
  }

  @Test(arguments: ["color-420.jpg", "color-420-progressive.jpg", "color-restart.jpg"])
  func `every cut of a file counts as truncated`(name: String) {
    let file = SamplePicture.bytes(name)
    for count in 0..<file.count {
      let start = Array(file.prefix(count))
      #expect(failure(of: start)?.code == .truncated, "\(count) bytes")
      #expect(ImageContainer.defect(of: start) == .truncated, "\(count) bytes")
    }
    #expect(ImageContainer.defect(of: file) == nil)
    #expect(ImageContainer.defect(of: file + [1]) == nil)
  }

  @Test(
    arguments: [
      (0xC1, nil), (0xC3, .unsupported), (0xC5, .unsupported), (0xC9, .unsupported), (0xCA, .unsupported),
      (0xCF, .unsupported), (0xF7, .unsupported),
    ] as [(UInt8, ImageContainerFailure.Code?)])
  func `kinds that are not decoded are refused by name`(marker: UInt8, code: ImageContainerFailure.Code?) {
    var other = parts
    other.frame.marker = marker
    #expect(failure(of: other.bytes)?.code == code)
    if code != nil { #expect(failure(of: other.bytes)?.detail.english.hasPrefix("it is a JPEG") == true) }
  }

  @Test func `12 bits are refused by name`() {
    var other = parts
    other.frame.content[0] = 12
    #expect(failure(of: other.bytes) == ImageContainerFailure(.unsupported, "it is a JPEG with 12 bits a sample"))
  }

  @Test func `sizes are held against the limits exactly`() {
    let limits = ImageLimits(maximumPixels: 64_000_000, maximumSide: 16_384)
    for (width, height, code) in [
      (8000, 8000, nil), (8001, 8000, .tooLarge), (16_384, 3906, nil), (16_385, 1, .tooLarge), (1, 16_385, .tooLarge),
      (65_535, 65_535, .tooLarge), (0, 5, .corrupt), (5, 0, .corrupt),
    ] as [(UInt16, UInt16, ImageContainerFailure.Code?)] {
      var other = parts
      other.setSize(width: width, height: height)
      #expect(failure(of: other.bytes, limits: limits)?.code == code, "\(width) x \(height)")
    }
    #expect(failure(of: whole, limits: ImageLimits(maximumBytes: whole.count)) == nil)
    #expect(failure(of: whole, limits: ImageLimits(maximumBytes: whole.count - 1))?.code == .tooLarge)
    #expect(failure(of: whole, limits: ImageLimits(maximumParts: 3))?.code == .tooLarge)
  }

  @Test func `a picture of too many layers is refused`() throws {
    var layered = JPEGParts(SamplePicture.bytes("color-420-progressive.jpg"))
    let first = layered.segments[layered.index(of: 0xDA)]
    let scans = layered.segments.filter { $0.marker == 0xDA }.count
    layered.segments += Array(repeating: first, count: 64 - scans)
    #expect(failure(of: layered.bytes) == nil)
    layered.segments.append(first)
    #expect(failure(of: layered.bytes)?.code == .tooLarge)
  }

  @Test func `damaged structure is refused`() {
    func expectCorrupt(_ name: Comment, _ change: (inout JPEGParts) -> Void) {
      var other = parts
      change(&other)
      #expect(failure(of: other.bytes)?.code == .corrupt, name)
    }
    expectCorrupt("two headers") { $0.segments.insert($0.frame, at: 1) }
    expectCorrupt("no header") { $0.segments.remove(at: $0.index(of: 0xC0)) }
    expectCorrupt("no scan") { $0.segments.removeAll { $0.marker == 0xDA } }
    expectCorrupt("two components") { $0.frame.content[5] = 2 }
    expectCorrupt("two components, and no more") { parts in
      parts.frame.content = Array(parts.frame.content.prefix(12))
      parts.frame.content[5] = 2
    }
    expectCorrupt("sampling of 0") { $0.frame.content[7] = 0x02 }
    expectCorrupt("sampling of 5") { $0.frame.content[7] = 0x15 }
    expectCorrupt("a table that there cannot be") { $0.frame.content[8] = 4 }
    expectCorrupt("a scan of an unknown component") { $0.segments[$0.index(of: 0xDA)].content[1] = 77 }
    expectCorrupt("a scan of five components") { $0.segments[$0.index(of: 0xDA)].content[0] = 5 }
    expectCorrupt("a scan header of nothing") { $0.segments[$0.index(of: 0xDA)].content = [] }
    expectCorrupt("300 codes") { parts in
      parts.segments[parts.index(of: 0xC4)].content.replaceSubrange(1..<3, with: [200, 100])
    }
    expectCorrupt("a Huffman table cut off") { _ = $0.segments[$0.index(of: 0xC4)].content.popLast() }
    expectCorrupt("Huffman table 4") { $0.segments[$0.index(of: 0xC4)].content[0] = 4 }
    expectCorrupt("a quantization table cut off") { _ = $0.segments[$0.index(of: 0xDB)].content.popLast() }
    expectCorrupt("an interval of one byte") { $0.segments.insert(JPEGParts.Segment(0xDD, [1]), at: 1) }
    expectCorrupt("a length of one") { $0.segments[1].length = 1 }
    expectCorrupt("a start within") { $0.segments.insert(JPEGParts.Segment(0xD8), at: 1) }
    expectCorrupt("a reserved marker") { $0.segments.insert(JPEGParts.Segment(0x02), at: 1) }
  }

  @Test func `components with equal identifiers are accepted as by libjpeg`() throws {
    let equal = parts.withEqualIdentifiers()
    #expect(try filter(equal.bytes).bytes == equal.bytes)
  }

  @Test func `with equal identifiers a scan of some components is refused, as nobody can tell which`() throws {
    let progressive = JPEGParts(SamplePicture.bytes("color-420-progressive.jpg"))
    #expect(throws: ImageContainerFailure.self) { try filter(progressive.withEqualIdentifiers().bytes) }
  }

  @Test func `padding and stray bytes between segments are skipped as by libjpeg`() throws {
    let first = parts.segments[0]
    let after = 4 + first.content.count + 2
    var padded = whole
    padded.insert(contentsOf: [0xFF, 0xFF, 0xFF], at: after)
    #expect(try filter(padded).bytes == whole)
    padded.insert(contentsOf: [1, 2, 0xFF, 0, 3], at: after)
    #expect(try filter(padded).bytes == whole)
  }
}

struct ExifOrientationTests {
  private let parts = JPEGParts(SamplePicture.bytes("color-420.jpg"))

  private func orientation(_ tiff: [UInt8], prefix: String = "Exif\0\0") throws -> ImageOrientation {
    var other = parts
    other.segments.insert(JPEGParts.Segment(0xE1, Array(prefix.utf8) + tiff), at: 1)
    let jpeg = try filter(other.bytes)
    #expect(jpeg.bytes == parts.bytes)
    return jpeg.orientation
  }

  @Test(arguments: ImageOrientation.allCases, [true, false])
  func `each orientation is read in both byte orders`(value: ImageOrientation, bigEndian: Bool) throws {
    #expect(try orientation(ExifBuilder.orientation(UInt16(value.rawValue), bigEndian: bigEndian)) == value)
  }

  @Test func `what is no orientation leaves the picture as it is`() throws {
    #expect(try orientation(ExifBuilder.orientation(0)) == .upright)
    #expect(try orientation(ExifBuilder.orientation(9)) == .upright)
    #expect(try orientation(ExifBuilder.orientation(0x0106)) == .upright)
    #expect(try orientation(ExifBuilder.orientation(6), prefix: "Exif\0") == .upright)
    #expect(try orientation(ExifBuilder.tiff([(0x0112, 4, 1, [0, 0, 0, 6])])) == .upright)
    #expect(try orientation(ExifBuilder.tiff([(0x0112, 3, 2, [0, 6, 0, 6])])) == .upright)
    let right = ExifBuilder.orientation(6)
    for count in 0..<18 { #expect(try orientation(Array(right.prefix(count))) == .upright, "\(count) bytes") }
    for place in 0..<8 {
      var wrong = right
      wrong[place] = 0xFF
      #expect(try orientation(wrong) == .upright, "byte \(place)")
    }
  }

  @Test func `of many entries and directories only so many are looked at`() throws {
    let filler: (tag: UInt16, type: UInt16, count: UInt32, value: [UInt8]) = (1, 3, 1, [0, 0, 0, 0])
    let turned: (tag: UInt16, type: UInt16, count: UInt32, value: [UInt8]) = (0x0112, 3, 1, [0, 6, 0, 0])
    #expect(try orientation(ExifBuilder.tiff(Array(repeating: filler, count: 255) + [turned])) == .turnedRight)
    #expect(try orientation(ExifBuilder.tiff(Array(repeating: filler, count: 256) + [turned])) == .upright)
    // A directory whose next directory is itself.
    #expect(try orientation(ExifBuilder.tiff([(0x8769, 4, 1, [0, 0, 0, 8]), turned])) == .turnedRight)
  }

  @Test func `the first Exif data count`() throws {
    var other = parts
    for value in [3, 6] as [UInt16] {
      other.segments.insert(
        JPEGParts.Segment(0xE1, Array("Exif\0\0".utf8) + ExifBuilder.orientation(value)), at: 1)
    }
    #expect(try filter(other.bytes).orientation == .turnedRight)
  }
}
