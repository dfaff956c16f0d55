internal import ScanModel

/// The header of the frame of a JPEG (ITU-T T.81, section B.2.2).
package struct JPEGFrame: Sendable, Hashable {
  /// In pixels, above 0, as stored: before the orientation is applied.
  package let width: Int
  /// In pixels, above 0, as stored.
  package let height: Int
  /// Grey 1, color 3, four inks 4.
  package var componentCount: Int { components.count }
  /// Their identifiers, which the headers of scans name.
  let components: [UInt8]

  /// Parses the content of the segment and checks it against the format and the limits.
  /// - Throws: `ImageContainerFailure` with `.unsupported`, `.corrupt` or `.tooLarge`.
  init(
    _ bytes: RawSpan, marker: JPEGMarker, limits: ImageLimits
  ) throws(ImageContainerFailure) {
    guard marker.isDecodableFrame else {
      // Rare, and closed in libjpeg-turbo as Debian builds it or in most viewers.
      throw ImageContainerFailure(.unsupported, "it is a JPEG of a kind that hardly any program shows")
    }
    guard bytes.byteCount >= 6, bytes.byteCount == 6 + 3 * Int(bytes.byte(at: 5)) else {
      throw ImageContainerFailure(.corrupt, "its header is damaged")
    }
    guard bytes.byte(at: 0) == 8 else {
      throw ImageContainerFailure(.unsupported, "it is a JPEG with \(bytes.byte(at: 0)) bits a sample")
    }
    let height = Int(bytes.byte(at: 1)) << 8 | Int(bytes.byte(at: 2))
    let width = Int(bytes.byte(at: 3)) << 8 | Int(bytes.byte(at: 4))
    // A height of 0 that a later segment (DNL) fills in is legal, and no program writes or shows it.
    guard width > 0, height > 0 else {
      throw ImageContainerFailure(.corrupt, "its header gives an impossible size")
    }
    guard width <= limits.maximumSide, height <= limits.maximumSide, width * height <= limits.maximumPixels else {
      throw ImageContainerFailure(.tooLarge, "it is \(width) by \(height) pixels")
    }
    var components: [UInt8] = []
    for offset in stride(from: 6, to: bytes.byteCount, by: 3) {
      let (across, down) = (bytes.byte(at: offset + 1) >> 4, bytes.byte(at: offset + 1) & 15)
      guard 1...4 ~= across, 1...4 ~= down, bytes.byte(at: offset + 2) < 4,
        !components.contains(bytes.byte(at: offset))
      else { throw ImageContainerFailure(.corrupt, "its header is damaged") }
      components.append(bytes.byte(at: offset))
    }
    guard [1, 3, 4].contains(components.count) else {
      throw ImageContainerFailure(.corrupt, "its header is damaged")
    }
    self.width = width
    self.height = height
    self.components = components
  }
}
