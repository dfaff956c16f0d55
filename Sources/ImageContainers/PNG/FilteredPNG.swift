/// A PNG reduced to the parts that its pixels need, all of them checked.
package struct FilteredPNG: Sendable {
  package let header: PNGHeader
  /// Signature, IHDR, PLTE, tRNS, IDAT and IEND, and nothing of any other chunk.
  package let bytes: [UInt8]
  /// How the stored picture is to be turned.
  package let orientation: ImageOrientation
  /// Whether the file has further frames, which are ignored.
  package let isAnimated: Bool
}
