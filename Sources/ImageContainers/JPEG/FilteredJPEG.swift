/// A JPEG reduced to what its pixels need.
package struct FilteredJPEG: Sendable {
  package let frame: JPEGFrame
  /// Tables, frame and scans, with rewritten JFIF and Adobe markers, and nothing from any other segment.
  package let bytes: [UInt8]
  package let orientation: ImageOrientation
  /// Whether there is an Adobe marker: Adobe's programs write inks inverted.
  package let isWrittenByAdobe: Bool
}
