/// The information in the first bytes of the two kinds of compressed data in a WebP.
struct WebPBitstream: Hashable {
  /// In pixels, above 0.
  var width: Int
  /// In pixels, above 0.
  var height: Int
  /// Whether lossless data declare transparency.
  var hasAlpha: Bool

  /// Parses the data of a `VP8 ` chunk: a key frame that is to be shown (RFC 6386, section 9.1).
  /// - Throws: `ImageContainerFailure` with `.corrupt`.
  init(lossy data: RawSpan) throws(ImageContainerFailure) {
    guard data.byteCount >= 10, data.byte(at: 3) == 0x9D, data.byte(at: 4) == 0x01, data.byte(at: 5) == 0x2A else {
      throw ImageContainerFailure(.corrupt, "its picture data is damaged")
    }
    let tag = data.littleEndian(at: 0, count: 3)
    let isKeyFrame = tag & 1 == 0
    let (version, isShown, firstPartition) = (tag >> 1 & 7, tag >> 4 & 1 == 1, tag >> 5)
    guard isKeyFrame, version <= 3, isShown, firstPartition <= data.byteCount - 10 else {
      throw ImageContainerFailure(.corrupt, "its picture data is damaged")
    }
    // The upper two bits ask for enlargement, which no viewer does.
    width = data.littleEndian(at: 6, count: 2) & 0x3FFF
    height = data.littleEndian(at: 8, count: 2) & 0x3FFF
    hasAlpha = false
    guard width > 0, height > 0 else {
      throw ImageContainerFailure(.corrupt, "its header gives an impossible size")
    }
  }

  /// Parses the data of a `VP8L` chunk (RFC 9649, section 3.4).
  /// - Throws: `ImageContainerFailure` with `.corrupt`.
  init(lossless data: RawSpan) throws(ImageContainerFailure) {
    guard data.byteCount >= 5, data.byte(at: 0) == 0x2F else {
      throw ImageContainerFailure(.corrupt, "its picture data is damaged")
    }
    let bits = data.littleEndian(at: 1, count: 4)
    guard bits >> 29 == 0 else { throw ImageContainerFailure(.corrupt, "its picture data is damaged") }
    width = 1 + bits & 0x3FFF
    height = 1 + bits >> 14 & 0x3FFF
    hasAlpha = bits >> 28 & 1 == 1
  }
}
