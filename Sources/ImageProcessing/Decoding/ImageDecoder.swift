package import ImageContainers
package import ScanModel

/// Turns the bytes of a filtered picture into pixels, whatever its format. All decoding goes through here.
package enum ImageDecoder {
  /// The pixels as people see them, turned upright and opaque (`AlphaFlattening`). Takes filtered pictures only,
  /// because the libraries do not limit what they read.
  package static func decode(_ image: FilteredImage) throws(DecodingFailure) -> RGBImage {
    let rgb =
      switch image.header {
      case .png(let header): try PNGDecoder.decode(image, header)
      case .jpeg(let frame, let isWrittenByAdobe): try JPEGDecoder.decode(image, frame, isWrittenByAdobe)
      case .webP(let frame, let hasAlpha): try WebPDecoder.decode(image, frame: frame, hasAlpha: hasAlpha)
      }
    return rgb.turned(image.orientation)
  }
}

package enum DecodingFailure: Error, Sendable, Hashable {
  case corrupt
  case outOfMemory

  /// A clause in plain words that completes a sentence, without a final period.
  package var detail: Message {
    switch self {
    case .corrupt: "its picture data is damaged"
    case .outOfMemory: "it needs more memory than there is"
    }
  }
}

extension RGBImage {
  /// Creates an image from pixels that a library writes: given room for `channels` bytes a pixel, `fill` leaves three
  /// of each at the beginning, and returns nil if it did.
  init(
    width: Int, height: Int, channels: Int,
    filling fill: (UnsafeMutableBufferPointer<UInt8>) -> DecodingFailure?
  ) throws(DecodingFailure) {
    var failure: DecodingFailure?
    let pixels = unsafe [UInt8](unsafeUninitializedCapacity: width * height * channels) { buffer, count in
      failure = unsafe fill(buffer)
      if failure == nil { count = width * height * 3 }
    }
    if let failure { throw failure }
    self.init(width: width, height: height, pixels: pixels)
  }
}
