/// How a stored picture is turned to be shown upright (Exif 3.0, section 4.6.5.1.6, tag 274).
package enum ImageOrientation: UInt8, Sendable, Hashable, CaseIterable {
  case upright = 1
  case mirrored = 2
  case turnedHalf = 3
  case mirroredTurnedHalf = 4
  /// Mirrored at the diagonal from the top left.
  case transposed = 5
  /// Turned clockwise by a quarter to be shown.
  case turnedRight = 6
  /// Mirrored at the other diagonal.
  case transversed = 7
  /// Turned counterclockwise by a quarter to be shown.
  case turnedLeft = 8

  /// Whether width and height are swapped.
  package var swapsSides: Bool { rawValue >= 5 }
}
