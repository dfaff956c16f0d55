package import ScanModel

/// An opaque color.
package struct Color: Sendable, Hashable {
  package var red: UInt8
  package var green: UInt8
  package var blue: UInt8

  /// Creates a color from 0xRRGGBB.
  package init(_ code: UInt32) {
    red = UInt8(truncatingIfNeeded: code >> 16)
    green = UInt8(truncatingIfNeeded: code >> 8)
    blue = UInt8(truncatingIfNeeded: code)
  }

  /// Leptonica's pixel format.
  var word: UInt32 { UInt32(red) << 24 | UInt32(green) << 16 | UInt32(blue) << 8 }
}

/// The colors of a level: amber and red, as in notifications.
///
/// They differ in lightness as well as hue, for people who cannot distinguish red from green. A sign and words say the
/// same without color.
package struct AnnotationPalette: Sendable {
  /// Frames and bar.
  package var main: Color
  /// Edges on both sides of a frame, so that it shows on a background of its own color.
  package var edge: Color
  /// Text in the bar.
  package var text: Color

  /// Fills the canvas beside an image that is narrower than its caption.
  package static let backdrop = Color(0xE3E5E8)

  package init(_ level: RiskLevel) {
    switch level {
    case .high: self.init(main: 0xC62828, edge: 0xFFFFFF, text: 0xFFFFFF)
    case .medium: self.init(main: 0xFFB300, edge: 0x2B1D00, text: 0x1F1500)
    case .low: self.init(main: 0x00695C, edge: 0xFFFFFF, text: 0xFFFFFF)
    case .unknown: self.init(main: 0xC9CED6, edge: 0x3C4043, text: 0x202124)
    }
  }

  private init(main: UInt32, edge: UInt32, text: UInt32) {
    self.main = Color(main)
    self.edge = Color(edge)
    self.text = Color(text)
  }
}
