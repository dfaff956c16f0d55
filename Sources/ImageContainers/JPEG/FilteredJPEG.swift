/// A JPEG reduced to what its pixels need.
package struct FilteredJPEG: Sendable {
  package let frame: JPEGFrame
  /// Tables, frame and scans, with rewritten JFIF and Adobe markers, and nothing from any other segment.
  package let bytes: [UInt8]
  package let orientation: ImageOrientation
  /// Whether there is an Adobe marker: Adobe's programs write inks inverted.
  package let isWrittenByAdobe: Bool
  /// Number of scans: one, unless the picture is progressive or its colors come one after the other.
  package let scanCount: Int
  /// Whether the file continues after the end of the image.
  package let hasTrailingData: Bool
}
