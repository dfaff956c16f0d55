/// A JPEG reduced to what its pixels need.
package struct FilteredJPEG: Sendable {
  package let frame: JPEGFrame
  /// Tables, frame and scans, with markers of JFIF and Adobe written anew, and nothing of any other segment.
  package let bytes: [UInt8]
  package let orientation: ImageOrientation
  /// Whether a marker of Adobe is there: its programs write inks inverted.
  package let isWrittenByAdobe: Bool
}
