/// A PNG that holds nothing but what its pixels need, every part of it checked.
package struct FilteredPNG: Sendable {
  package let header: PNGHeader
  /// Signature, IHDR, PLTE, tRNS, IDAT and IEND; not one byte of any other chunk.
  package let bytes: [UInt8]
  /// The file holds further pictures that are not looked at.
  package let isAnimated: Bool
  /// The file goes on behind the end of the picture.
  package let hasTrailingData: Bool
}
