package import ScanModel

/// A decoded image and the backdrop of its transparent parts.
package struct DecodedImage: Sendable {
  /// The backdrop of a transparent image.
  package enum Backdrop: Sendable, Hashable, CaseIterable {
    /// The image has no transparent pixel.
    case none
    case white
    /// The visible pixels are light and would vanish on white, the usual backdrop.
    case dark
  }

  package let rgb: RGBImage
  package let backdrop: Backdrop
}
