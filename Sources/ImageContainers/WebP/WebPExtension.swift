/// The VP8X chunk, which begins every WebP that is more than one picture of one kind (RFC 9649, section 2.7.1.1).
struct WebPExtension {
  let isAnimated: Bool
  /// In pixels, above 0.
  let width: Int
  /// In pixels, above 0.
  let height: Int

  static let byteCount = 10
  private static let animationFlag: UInt8 = 0x02
  private static let alphaFlag: UInt8 = 0x10

  /// - Throws: `ImageContainerFailure` with `.corrupt`.
  init(_ data: RawSpan) throws(ImageContainerFailure) {
    guard data.byteCount >= Self.byteCount else { throw ImageContainerFailure(.corrupt, "its header is damaged") }
    isAnimated = data.byte(at: 0) & Self.animationFlag != 0
    width = 1 + data.littleEndian(at: 4, count: 3)
    height = 1 + data.littleEndian(at: 7, count: 3)
  }

  /// The data of the chunk for a still picture with transparency.
  static func data(width: Int, height: Int) -> [UInt8] {
    [alphaFlag, 0, 0, 0] + littleEndian(width - 1, count: 3) + littleEndian(height - 1, count: 3)
  }

  static func littleEndian(_ value: Int, count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
}
