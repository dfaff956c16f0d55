package import ImageContainers
package import ScanModel

/// Turns the bytes of a filtered picture into pixels, whatever its format. All decoding goes through here.
package enum ImageDecoder {
  /// - Parameter image: Filtered, because the libraries do not limit what they read.
  /// - Returns: The pixels as people see them, turned upright; transparency is flattened, see `AlphaFlattening`.
  /// - Throws: `DecodingFailure`.
  package static func decode(_ image: FilteredImage) throws(DecodingFailure) -> RGBImage {
    switch image {
    case .png(let png): try PNGDecoder.decode(png).turned(png.orientation)
    case .jpeg(let jpeg): try JPEGDecoder.decode(jpeg).turned(jpeg.orientation)
    case .webP(let webP): try WebPDecoder.decode(webP).turned(webP.orientation)
    }
  }
}
