import ImageContainers
import ScanModel
import TestSupport
import Testing

struct ForeignContentTests {
  private static func boxes(_ brands: String...) -> [UInt8] {
    let content = Array("ftyp".utf8) + brands.joined().utf8
    return [0, 0, 0, UInt8(content.count + 4)] + content + [0, 0, 0, 8] + Array("mdat".utf8)
  }

  @Test(
    arguments: [
      (boxes("heic", "\0\0\0\0", "mif1", "heic"), "a HEIC picture"),
      (boxes("mif1", "\0\0\0\0", "mif1", "heic"), "a HEIC picture"),
      (boxes("mif1", "\0\0\0\0", "miaf", "avif"), "an AVIF picture"), (boxes("avif", "\0\0\0\0"), "an AVIF picture"),
      (boxes("mif1", "\0\0\0\0", "mif1"), "a HEIF picture"), (boxes("isom", "\0\0\u{2}\0"), "a video"),
      (boxes("qt  ", "\0\0\0\0"), "a video"), (boxes("M4A ", "\0\0\0\0"), "a sound"),
      (Array("GIF89a".utf8), "a GIF picture"), (Array("%PDF-1.7\n".utf8), "a PDF document"),
      (Array("BM\u{1}\0".utf8), "a BMP picture"),
      ([0x49, 0x49, 42, 0, 8, 0, 0, 0], "a TIFF picture or a raw photograph"),
      (Array("<?xml version='1.0'?>\n<svg xmlns='x'/>".utf8), "an SVG drawing"),
      ([0, 0, 0, 12, 0x4A, 0x58, 0x4C, 0x20, 13, 10], "a JPEG XL picture"), ([0xFF, 0x0A, 1], "a JPEG XL picture"),
      ([0xFF, 0x4F, 0xFF, 0x51], "a JPEG 2000 picture"), ([0x1A, 0x45, 0xDF, 0xA3, 1], "a video"),
      (Array("RIFF\0\0\0\0AVI LIST".utf8), "a video"), (Array("RIFF\0\0\0\0WAVEfmt ".utf8), "a sound"),
      (Array("PK\u{3}\u{4}x".utf8), "an archive or an office document"),
      (Array("<!DOCTYPE html><p>".utf8), "a web page"), (Array("hello".utf8), "a text"),
    ] as [([UInt8], String)])
  func `what is no picture is named`(file: [UInt8], name: String) {
    #expect(failure(of: file) == ImageContainerFailure(.unsupported, "it is \(name)"))
    #expect(ImageContainer.defect(of: file) == .unsupported)
  }

  @Test func `what nobody knows is not guessed`() {
    let unknown = ImageContainerFailure(.unsupported, "its content is of no kind that is known here")
    #expect(failure(of: [0]) == unknown)
    #expect(failure(of: [UInt8](repeating: 0, count: 5000)) == unknown)
    #expect(failure(of: Array("ftyp".utf8) + [0, 0, 0, 1] + Array("ftyp".utf8)) == unknown)
    #expect(failure(of: [0xFF, 0xFF, 0xFF, 0xFF] + Array("ftypheic".utf8))?.detail == "it is a HEIC picture")
  }

  @Test func `the content decides and the beginning of a signature may be one`() {
    for signature in [[0x89, 0x50], [0xFF], [0xFF, 0xD8], Array("RIF".utf8), Array("RIFF1234WE".utf8)] as [[UInt8]] {
      #expect(failure(of: signature)?.code == .truncated, "\(signature)")
      #expect(ImageContainer.defect(of: signature) == .truncated, "\(signature)")
    }
    #expect(failure(of: [])?.detail == "the file is empty")
  }
}

struct ImageTextsTests {
  private func texts(_ file: [UInt8]) -> [String] {
    unsafe ImageContainer.texts(in: file.span.bytes).map { "\($0.keyword)=\($0.value)" }
  }

  @Test func `texts of a JPEG are read`() {
    var parts = JPEGParts(SamplePicture.bytes("grey.jpg"))
    let comment = Array("ASCII\0\0\0Screenshot\0".utf8)
    // A directory of two entries, the second of which points to a directory of one.
    let software = Array("gnome-screenshot\0".utf8)
    let inner: [UInt8] = [
      0, 1, 0x92, 0x86, 0, 7, 0, 0, 0, UInt8(comment.count), 0, 0, 0, 71, 0, 0, 0, 0,
    ]
    let exif = ExifBuilder.tiff(
      [(0x0131, 2, UInt32(software.count), [0, 0, 0, 74 + 19 - 3]), (0x8769, 4, 1, [0, 0, 0, 38])], trailer: inner)
    #expect(exif.count == 56)
    let padded = exif + [UInt8](repeating: 0, count: 71 - 56) + comment + software
    parts.segments.insert(JPEGParts.Segment(0xE1, Array("Exif\0\0".utf8) + padded), at: 1)
    parts.segments.insert(JPEGParts.Segment(0xE1, Array("http://ns.adobe.com/xap/1.0/\0<x/>".utf8)), at: 2)
    parts.segments.insert(JPEGParts.Segment(0xFE, Array("made by hand".utf8)), at: 3)
    #expect(
      texts(parts.bytes) == [
        "software=gnome-screenshot", "comment=Screenshot", "xml:com.adobe.xmp=<x/>", "comment=made by hand",
      ])
    #expect(texts(Array(parts.bytes.prefix(150))).count <= 3)
  }

  @Test func `texts of a WebP are read`() {
    #expect(texts(SamplePicture.bytes("orientation-6.webp")) == ["software=orientation test"])
    #expect(texts(SamplePicture.bytes("profile.webp")) == ["software=orientation test", "xml:com.adobe.xmp=<x/>"])
  }
}
