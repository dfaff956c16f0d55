import ImageContainers
import ScanModel
import TestSupport
import Testing

private func filter(_ file: [UInt8]) throws -> FilteredImage {
  let image = try ImageContainer.filter(file)
  try #require(image.webP != nil)
  return image
}

struct WebPContainerTests {
  private let lossy = SamplePicture.bytes("lossy.webp")

  @Test(arguments: ["lossy.webp", "lossless.webp"])
  func `a plain file passes unchanged`(name: String) throws {
    let file = SamplePicture.bytes(name)
    let webP = try filter(file)
    #expect(webP.bytes == file)
    #expect(webP.width == 600 && webP.height == 80 && webP.orientation == .upright)
    #expect(webP.webP?.frame == PixelRect(x: 0, y: 0, width: 600, height: 80))
    #expect(webP.webP?.hasAlpha == false && !webP.isAnimated)
  }

  @Test(arguments: ["lossy-alpha.webp", "lossless-alpha.webp", "profile.webp", "orientation-6.webp", "animation.webp"])
  func `what is filtered passes again`(name: String) throws {
    let webP = try filter(SamplePicture.bytes(name))
    let again = try filter(webP.bytes)
    #expect(again.bytes == webP.bytes)
    #expect(again.webP?.hasAlpha == name.contains("alpha") && !again.isAnimated && again.orientation == .upright)
  }

  @Test func `a prefix of Exif data that repeats itself without end is stripped once`() throws {
    var parts = WebPParts(SamplePicture.bytes("orientation-6.webp"))
    let prefix = Array("Exif\0\0".utf8)
    parts["EXIF"]?.data = prefix + ExifBuilder.orientation(6)
    #expect(try filter(parts.bytes).orientation == .turnedRight)
    parts["EXIF"]?.data = Array(repeatElement(prefix, count: 200_000).joined()) + ExifBuilder.orientation(6)
    #expect(try filter(parts.bytes).orientation == .upright)
  }

  @Test func `profiles and metadata are left out`() throws {
    let webP = try filter(SamplePicture.bytes("profile.webp"))
    #expect(WebPParts(webP.bytes).chunks.map(\.kind) == ["VP8 "])
    #expect(webP.bytes == lossy)
  }

  @Test func `transparency of lossy data stays with them`() throws {
    let webP = try filter(SamplePicture.bytes("lossy-alpha.webp"))
    #expect(webP.webP?.hasAlpha == true)
    #expect(WebPParts(webP.bytes).chunks.map(\.kind) == ["VP8X", "ALPH", "VP8 "])
  }

  @Test func `of an animation the first frame is kept, where it lies`() throws {
    let whole = try filter(SamplePicture.bytes("animation.webp"))
    #expect(whole.isAnimated && whole.width == 600 && whole.height == 80)
    let part = try filter(SamplePicture.bytes("animation-part.webp"))
    #expect(part.isAnimated && part.webP?.hasAlpha == true && part.width == 650 && part.height == 100)
    #expect(part.webP?.frame == PixelRect(x: 30, y: 20, width: 600, height: 80))
    #expect(part.bytes == lossy)
  }

  @Test func `the orientation behind the picture is read`() throws {
    #expect(try filter(SamplePicture.bytes("orientation-6.webp")).orientation == .turnedRight)
    var prefixed = WebPParts(SamplePicture.bytes("orientation-6.webp"))
    prefixed["EXIF"]?.data = Array("Exif\0\0".utf8) + ExifBuilder.orientation(8, bigEndian: false)
    #expect(try filter(prefixed.bytes).orientation == .turnedLeft)
    prefixed["EXIF"]?.data = []
    #expect(try filter(prefixed.bytes).orientation == .upright)
  }

  @Test(arguments: ["lossy.webp", "lossy-alpha.webp", "animation.webp"])
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

  @Test func `a size that is not yet filled in is waited for`() {
    var growing = WebPParts(lossy)
    growing.size = 0
    #expect(ImageContainer.defect(of: growing.bytes) == .truncated)
    growing.size = .max
    #expect(ImageContainer.defect(of: growing.bytes) == .truncated)
    growing.size = 11
    #expect(ImageContainer.defect(of: growing.bytes) == .corrupt)
  }

  @Test func `bytes behind the end are dropped`() throws {
    let webP = try filter(lossy + lossy)
    #expect(webP.bytes == lossy)
  }

  @Test func `sizes are held against the limits exactly`() {
    func file(_ width: UInt32, _ height: UInt32) -> [UInt8] {
      var parts = WebPParts(lossy)
      parts["VP8 "]?.data.replaceSubrange(6..<10, with: WebPParts.number(width, 2) + WebPParts.number(height, 2))
      return parts.bytes
    }
    #expect(failure(of: file(8000, 8000)) == nil)
    #expect(failure(of: file(8001, 8000))?.code == .tooLarge)
    #expect(failure(of: file(16_383, 3906)) == nil)
    #expect(failure(of: file(16_383, 3907))?.code == .tooLarge)
    #expect(failure(of: file(0, 5))?.code == .corrupt)
    #expect(failure(of: file(5, 0))?.code == .corrupt)
    // The canvas of an animation may be larger than any frame.
    var canvas = WebPParts(SamplePicture.bytes("animation.webp"))
    canvas["VP8X"]?.data.replaceSubrange(4..<10, with: WebPParts.number(16_384, 3) + WebPParts.number(0, 3))
    #expect(failure(of: canvas.bytes)?.code == .tooLarge)
    canvas["VP8X"]?.data.replaceSubrange(4..<10, with: WebPParts.number(0xFFFFFF, 3) + WebPParts.number(0xFFFFFF, 3))
    #expect(failure(of: canvas.bytes)?.code == .tooLarge)
    #expect(failure(of: lossy, limits: ImageLimits(maximumBytes: lossy.count)) == nil)
    #expect(failure(of: lossy, limits: ImageLimits(maximumBytes: lossy.count - 1))?.code == .tooLarge)
    let alpha = SamplePicture.bytes("lossy-alpha.webp")
    #expect(failure(of: alpha, limits: ImageLimits(maximumParts: 3)) == nil)
    #expect(failure(of: alpha, limits: ImageLimits(maximumParts: 2))?.code == .tooLarge)
  }

  @Test func `damaged structure is refused`() {
    func expectCorrupt(_ name: String, _ reason: Comment, _ change: (inout WebPParts) -> Void) {
      var parts = WebPParts(SamplePicture.bytes(name))
      change(&parts)
      #expect(failure(of: parts.bytes)?.code == .corrupt, reason)
    }
    expectCorrupt("lossy.webp", "no key frame") { $0["VP8 "]?.data[0] |= 1 }
    expectCorrupt("lossy.webp", "not to be shown") { $0["VP8 "]?.data[0] &= ~0x10 }
    expectCorrupt("lossy.webp", "version 4") { $0["VP8 "]?.data[0] |= 0x08 }
    expectCorrupt("lossy.webp", "a first part longer than all") { $0["VP8 "]?.data[2] = 0xFF }
    expectCorrupt("lossy.webp", "another start code") { $0["VP8 "]?.data[3] = 0 }
    expectCorrupt("lossy.webp", "nine bytes") { $0["VP8 "]?.data.removeSubrange(9...) }
    expectCorrupt("lossless.webp", "another signature") { $0["VP8L"]?.data[0] = 0 }
    expectCorrupt("lossless.webp", "version 1") { $0["VP8L"]?.data[4] |= 0x20 }
    expectCorrupt("lossless.webp", "four bytes") { $0["VP8L"]?.data.removeSubrange(4...) }
    expectCorrupt("profile.webp", "a short header") { $0["VP8X"]?.data = [0] }
    expectCorrupt("profile.webp", "another size in the header") { $0["VP8X"]?.data[4] &+= 1 }
    expectCorrupt("profile.webp", "no picture") { $0["VP8 "] = nil }
    expectCorrupt("lossy.webp", "a chunk longer than the file") { $0["VP8 "]?.length = 0xFFFF_FFFF }
    expectCorrupt("animation.webp", "no frames") { $0.chunks.removeAll { $0.kind == "ANMF" } }
    expectCorrupt("animation.webp", "a short frame") { $0["ANMF"]?.data = [0, 0, 0] }
    expectCorrupt("animation.webp", "a frame without a picture") { $0["ANMF"]?.data.removeSubrange(16...) }
    expectCorrupt("animation.webp", "a frame beyond the edge") { $0["ANMF"]?.data[0] = 1 }
    expectCorrupt("animation.webp", "a frame of another size") { $0["ANMF"]?.data[6] &+= 1 }
    expectCorrupt("animation.webp", "a frame longer than its chunk") { parts in
      parts["ANMF"]?.data.replaceSubrange(20..<24, with: [0xFF, 0xFF, 0xFF, 0x7F])
    }
  }
}
