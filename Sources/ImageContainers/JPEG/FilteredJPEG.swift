/// A JPEG reduced to what its pixels need.
package struct FilteredJPEG: Sendable {
  package let frame: JPEGFrame
  /// Tables, frame and scans, with markers of JFIF and Adobe written anew, and nothing of any other segment.
  package let bytes: [UInt8]
  package let orientation: ImageOrientation
  /// Whether a marker of Adobe is there: its programs write inks inverted.
  package let isWrittenByAdobe: Bool
  /// Scans that the picture is made of: one, unless it is progressive or its colors stand one after the other.
  package let scanCount: Int
  /// Whether the file continues after the end of the image.
  package let hasTrailingData: Bool
}
