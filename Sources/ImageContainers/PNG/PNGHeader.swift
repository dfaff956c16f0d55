/// The image header (chunk IHDR; PNG specification, third edition, section 11.2.1).
package struct PNGHeader: Sendable, Hashable {
  package enum ColorType: UInt8, Sendable {
    case grey = 0
    case color = 2
    case palette = 3
    case greyWithAlpha = 4
    case colorWithAlpha = 6

    fileprivate var bitDepths: Set<UInt8> {
      switch self {
      case .grey: [1, 2, 4, 8, 16]
      case .palette: [1, 2, 4, 8]
      case .color, .greyWithAlpha, .colorWithAlpha: [8, 16]
      }
    }

    /// Transparency chunks are only for types without an alpha channel (section 11.3.1.1).
    var allowsTransparencyChunk: Bool { self != .greyWithAlpha && self != .colorWithAlpha }
  }

  /// In pixels, above 0.
  package let width, height: Int
  /// Bits per sample or per palette index.
  package let bitDepth: Int
  package let colorType: ColorType
  package let isInterlaced: Bool

  /// Parses the 13 bytes of the chunk and checks them against the format and the limits.
  /// - Throws: `ImageContainerFailure` with `.corrupt` or `.tooLarge`.
  init(_ bytes: RawSpan, limits: ImageLimits) throws(ImageContainerFailure) {
    guard bytes.byteCount == 13 else { throw .headerIsDamaged }
    width = Int(bytes.bigEndianWord(at: 0))
    height = Int(bytes.bigEndianWord(at: 4))
    guard width > 0, height > 0 else { throw .sizeIsImpossible }
    guard let colorType = ColorType(rawValue: bytes.byte(at: 9)), colorType.bitDepths.contains(bytes.byte(at: 8)),
      bytes.byte(at: 10) == 0, bytes.byte(at: 11) == 0, bytes.byte(at: 12) <= 1
    else { throw .headerIsDamaged }
    try limits.check(width: width, height: height)
    bitDepth = Int(bytes.byte(at: 8))
    self.colorType = colorType
    isInterlaced = bytes.byte(at: 12) == 1
  }
}
