package import ImageContainers

/// Turns the bytes of a filtered picture into pixels, whatever its format. All decoding goes through here.
package enum ImageDecoder {
  /// - Parameter image: Filtered, because the libraries do not limit what they read.
  /// - Returns: The pixels as people see them; transparency is flattened, see `DecodedImage.Backdrop`.
  /// - Throws: `DecodingFailure`.
  package static func decode(_ image: FilteredImage) throws(DecodingFailure) -> DecodedImage {
    switch image {
    case .png(let png): try PNGDecoder.decode(png)
    case .jpeg(let jpeg): try JPEGDecoder.decode(jpeg)
    case .webP(let webP): try WebPDecoder.decode(webP)
    }
  }
}
