/// Animations, made of still pictures for tests.
package enum AnimatedImage {
  /// A PNG that shows the picture of `file`, a PNG with a header and the end where they belong, and then frames of which
  /// only their chunks matter.
  package static func png(_ file: [UInt8], furtherFrames: Int = 1) -> [UInt8] {
    let header = PNGBuilder.signature.count + 25
    var control = PNGBuilder()
    control.addChunk("acTL", [0, 0, 0, UInt8(1 + furtherFrames), 0, 0, 0, 0])
    let placeAndTime = [UInt8](repeating: 0, count: 14)
    control.addChunk("fcTL", [0, 0, 0, 0] + file[16..<24] + placeAndTime)
    var rest = PNGBuilder()
    for number in 0..<UInt8(furtherFrames) {
      rest.addChunk("fcTL", [0, 0, 0, 2 * number + 1, 0, 0, 0, 1, 0, 0, 0, 1] + placeAndTime)
      rest.addChunk("fdAT", [0, 0, 0, 2 * number + 2] + PNGBuilder.zlib([0, 0]))
    }
    let signature = PNGBuilder.signature.count
    var bytes = Array(file[..<header])
    bytes += control.bytes[signature...]
    bytes += file[header..<file.count - 12]
    bytes += rest.bytes[signature...]
    bytes += file[(file.count - 12)...]
    return bytes
  }

  /// A WebP of the pictures of WebP files without transparency, all of one size, one after the other.
  package static func webP(_ files: [[UInt8]], width: UInt32, height: UInt32) -> [UInt8] {
    let size = WebPParts.number(width - 1, 3) + WebPParts.number(height - 1, 3)
    var chunks = [
      WebPParts.Chunk("VP8X", [0x02, 0, 0, 0] + size), WebPParts.Chunk("ANIM", [255, 255, 255, 255, 0, 0]),
    ]
    for file in files {
      let header: [UInt8] = [0, 0, 0, 0, 0, 0] + size + [100, 0, 0, 0]
      chunks.append(WebPParts.Chunk("ANMF", header + WebPParts.bytes(of: WebPParts(file).chunks)))
    }
    return WebPParts(chunks: chunks).bytes
  }

  /// A white WebP of 600 by 80 pixels, lossless.
  package static let blankWebP: [UInt8] =
    WebPParts(chunks: [
      .init(
        "VP8L",
        [
          0x2F, 0x57, 0xC2, 0x13, 0x00, 0x07, 0xD0, 0xFF, 0xFE, 0xF7, 0xBF, 0xFF, 0x01, 0x01, 0x49, 0xE2, 0xFF, 0xFF,
          0x51, 0x44, 0xFF, 0xD3, 0xFE, 0xF7, 0x16,
        ])
    ]).bytes
}
