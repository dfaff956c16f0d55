import ImageContainers
import ScanModel

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
  static func filter(_ file: [UInt8]) throws -> FilteredImage { try unsafe filter(file.span.bytes) }
}

extension FilteredImage {
  /// Nil if it has another format.
  var pngHeader: PNGHeader? {
    guard case .png(let header) = header else { return nil }
    return header
  }

  /// Nil if it has another format.
  var jpeg: (frame: JPEGFrame, isWrittenByAdobe: Bool)? {
    guard case .jpeg(let frame, let isWrittenByAdobe) = header else { return nil }
    return (frame, isWrittenByAdobe)
  }

  /// Nil if it has another format.
  var webP: (frame: PixelRect, hasAlpha: Bool)? {
    guard case .webP(let frame, let hasAlpha) = header else { return nil }
    return (frame, hasAlpha)
  }
}
