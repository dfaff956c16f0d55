package import ScanModel

/// A picture and what had to be done to its transparency.
package struct DecodedImage: Sendable {
  /// What a transparent picture was put on.
  package enum Backdrop: Sendable, Hashable, CaseIterable {
    /// It has no transparent pixel.
    case none
    case white
    /// Its visible pixels are light: on white, the usual backdrop, they could not be told from it.
    case dark
  }

  package let bitmap: Bitmap
  package let backdrop: Backdrop
}
