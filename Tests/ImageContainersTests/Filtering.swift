import ImageContainers

/// Why a file is refused; nil if it is accepted.
func failure(of file: [UInt8], limits: ImageLimits = ImageLimits()) -> ImageContainerFailure? {
  do throws(ImageContainerFailure) {
    _ = try ImageContainer.filter(file, limits: limits)
    return nil
  } catch {
    return error
  }
}

extension ImageContainer {
  static func defect(of file: [UInt8]) -> ImageContainerFailure.Code? { unsafe defect(of: file.span.bytes) }
}

extension PNGContainer {
  static func filter(_ file: [UInt8]) throws -> FilteredPNG { try unsafe filter(file.span.bytes) }
}

extension FilteredImage {
  /// Nil if it has another format.
  var jpeg: FilteredJPEG? {
    guard case .jpeg(let jpeg) = self else { return nil }
    return jpeg
  }

  /// Nil if it has another format.
  var webP: FilteredWebP? {
    guard case .webP(let webP) = self else { return nil }
    return webP
  }
}
