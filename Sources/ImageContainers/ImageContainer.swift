/// What all formats have in common. The content decides the format, never the name.
package enum ImageContainer {
  /// Whether a file that may still be being written is complete.
  package enum Completeness: Sendable, Hashable, CaseIterable {
    /// The end of the picture is there. The contents of its parts were not checked.
    case complete
    /// The beginning of a picture; more bytes are needed.
    case incomplete
    /// Not a picture of a known format.
    case unsupported
    /// No further bytes can make this a picture.
    case damaged
  }

  /// Keeps and checks the parts that matter and drops all others.
  /// - Parameters:
  ///   - file: The whole file.
  ///   - limits: Checked before anything is allocated.
  /// - Returns: What is safe to pass to the library for its format.
  /// - Throws: `ImageContainerFailure`.
  package static func filter(
    _ file: RawSpan, limits: ImageLimits = ImageLimits()
  ) throws(ImageContainerFailure) -> FilteredImage {
    guard file.byteCount <= limits.maximumBytes else {
      throw ImageContainerFailure(.tooLarge, "the file has more than \(limits.maximumBytes >> 20) MiB")
    }
    switch try ImageFormat(of: file) {
    case .png: return .png(try PNGContainer.filter(file, limits: limits))
    case .jpeg: return .jpeg(try JPEGContainer.filter(file, limits: limits))
    case .webP: return .webP(try WebPContainer.filter(file, limits: limits))
    }
  }

  /// Like `filter(_:limits:)`, for an array.
  package static func filter(
    _ file: [UInt8], limits: ImageLimits = ImageLimits()
  ) throws(ImageContainerFailure) -> FilteredImage {
    // Safe: bytes have no padding, which is what makes `bytes` unsafe for other elements.
    try unsafe filter(file.span.bytes, limits: limits)
  }

  /// Whether the end of the picture has been written.
  /// - Parameters:
  ///   - file: The file as it is so far.
  ///   - limits: Only the number of parts is used.
  /// - Returns: The state, as far as it can be told.
  package static func completeness(of file: RawSpan, limits: ImageLimits = ImageLimits()) -> Completeness {
    do throws(ImageContainerFailure) {
      switch try ImageFormat(of: file) {
      case .png: return PNGContainer.completeness(of: file, limits: limits)
      case .jpeg: return JPEGContainer.completeness(of: file, limits: limits)
      case .webP: return WebPContainer.completeness(of: file, limits: limits)
      }
    } catch {
      return Completeness(error)
    }
  }

  /// Like `completeness(of:limits:)`, for an array.
  package static func completeness(of file: [UInt8], limits: ImageLimits = ImageLimits()) -> Completeness {
    // Safe: see `filter`.
    unsafe completeness(of: file.span.bytes, limits: limits)
  }
}
