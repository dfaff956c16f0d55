/// A WebP reduced to what its pixels need: one frame in a rewritten container.
package struct FilteredWebP: Sendable {
  /// Size of the picture, in pixels, as stored: before the orientation is applied.
  package let width: Int
  /// In pixels, as stored.
  package let height: Int
  /// Where the frame lies in the picture. For a still picture, it covers everything; around the first frame of an
  /// animation, the picture is transparent.
  package let frame: Frame
  /// A still WebP with only this frame.
  package let bytes: [UInt8]
  /// Whether any pixel may be transparent.
  package let hasAlpha: Bool
  package let orientation: ImageOrientation
  /// Whether the file has further frames, which are ignored.
  package let isAnimated: Bool

  /// In pixels.
  package struct Frame: Sendable, Hashable {
    package let x: Int
    package let y: Int
    package let width: Int
    package let height: Int
  }
}
