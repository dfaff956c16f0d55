package import ScanModel

/// What all formats have in common. The content decides the format, never the name.
package enum ImageContainer {
  /// Keeps and checks the parts of a file that matter and drops all others, so that the rest is safe to pass to the
  /// library for its format. Limits are checked before anything is allocated.
  package static func filter(
    _ file: RawSpan, limits: ImageLimits = ImageLimits()
  ) throws(ImageContainerFailure) -> FilteredImage {
    try limits.check(byteCount: file.byteCount)
    switch try ImageFormat(of: file) {
    case .png: return try PNGContainer.filter(file, limits: limits)
    case .jpeg: return try JPEGContainer.filter(file, limits: limits)
    case .webP: return try WebPContainer.filter(file, limits: limits)
    }
  }

  /// Like `filter(_:limits:)`, for an array.
  package static func filter(
    _ file: [UInt8], limits: ImageLimits = ImageLimits()
  ) throws(ImageContainerFailure) -> FilteredImage {
    // Safe: bytes have no padding, which is what makes `bytes` unsafe for other elements.
    try unsafe filter(file.span.bytes, limits: limits)
  }

  /// What keeps the end of a picture from being found: `.truncated` in one that is still being written. Nil if the end
  /// is there; the contents of the parts are not checked. Of the limits, only the number of parts is used.
  package static func defect(of file: RawSpan, limits: ImageLimits = ImageLimits()) -> ImageContainerFailure.Code? {
    do throws(ImageContainerFailure) {
      switch try ImageFormat(of: file) {
      case .png: try PNGContainer.findEnd(of: file, maximumParts: limits.maximumParts)
      case .jpeg: try JPEGContainer.findEnd(of: file, maximumParts: limits.maximumParts)
      // The header of the file tells where its end is.
      case .webP: _ = try RIFFWalker(file, maximumParts: limits.maximumParts)
      }
      return nil
    } catch { return error.code }
  }
}

enum ImageFormat {
  case png, jpeg, webP

  /// A file that ends within the signature of a format counts as one of it.
  init(of file: RawSpan) throws(ImageContainerFailure) {
    guard !file.isEmpty else { throw ImageContainerFailure(.truncated, "the file is empty") }
    if file.agrees(with: ChunkWalker.signature) {
      self = .png
    } else if file.agrees(with: SegmentWalker.signature) {
      self = .jpeg
    } else if RIFFWalker.isAtStart(of: file) {
      self = .webP
    } else {
      throw ImageContainerFailure(.unsupported, ForeignContent.description(of: file))
    }
  }
}

/// A picture reduced to the bytes that its pixels need, checked as far as its container allows.
package struct FilteredImage: Sendable {
  /// What the decoder of a format needs to know besides.
  package enum Header: Sendable {
    case png(PNGHeader)
    case jpeg(JPEGFrame, isWrittenByAdobe: Bool)
    /// Around the first frame of an animation the picture is transparent. `hasAlpha`: any pixel may be transparent.
    case webP(frame: PixelRect, hasAlpha: Bool)
  }

  package let header: Header
  /// In pixels, above 0, as stored: before the orientation is applied.
  package let width, height: Int
  /// A file of the format, of one frame, and nothing from any part that its pixels do not need.
  package let bytes: [UInt8]
  package let orientation: ImageOrientation
  /// Whether the file has further frames, which are ignored.
  package let isAnimated: Bool
}

/// Limits of a picture, checked before anything of that size is allocated.
package struct ImageLimits: Sendable, Hashable {
  package var maximumBytes: Int
  /// Width times height.
  package var maximumPixels: Int
  /// Width and height each.
  package var maximumSide: Int
  /// Parts of the container (chunks, segments), kept or not. Legal files may split their image data finely.
  package var maximumParts: Int

  package init(
    maximumBytes: Int = 64 << 20,  // well above a losslessly packed 8K screenshot
    maximumPixels: Int = 64_000_000,  // 8K has 33 million
    maximumSide: Int = 16_384,  // Tesseract refuses more than 32,767 (thresholder.cpp)
    maximumParts: Int = 65_536
  ) {
    self.maximumBytes = maximumBytes
    self.maximumPixels = maximumPixels
    self.maximumSide = maximumSide
    self.maximumParts = maximumParts
  }

  func check(byteCount: Int) throws(ImageContainerFailure) {
    guard byteCount <= maximumBytes else {
      throw ImageContainerFailure(.tooLarge, "the file has more than \(maximumBytes >> 20) MiB")
    }
  }

  func check(width: Int, height: Int) throws(ImageContainerFailure) {
    // Sides are checked first, so that the product cannot overflow.
    guard width <= maximumSide, height <= maximumSide, width * height <= maximumPixels else {
      throw ImageContainerFailure(.tooLarge, "it is \(width) by \(height) pixels")
    }
  }
}

/// Why the pixels of a file cannot be decoded, as far as its container tells.
package struct ImageContainerFailure: Error, Sendable, Hashable {
  package enum Code: Sendable, Hashable, CaseIterable {
    /// The file is of another format, or of a kind of its format that is not decoded.
    case unsupported
    /// The file starts as a picture and ends too early; it may still be growing.
    case truncated
    /// The file breaks the rules of its format.
    case corrupt
    case tooLarge
  }

  package var code: Code
  /// A clause in plain words that completes a sentence, without a final period: "its header is damaged".
  package var detail: Message

  package init(_ code: Code, _ detail: Message) {
    self.code = code
    self.detail = detail
  }
}

extension ImageContainerFailure {
  static let endsEarly = ImageContainerFailure(.truncated, "the file ends too early")
  static let headerIsDamaged = ImageContainerFailure(.corrupt, "its header is damaged")
  static let structureIsDamaged = ImageContainerFailure(.corrupt, "its structure is damaged")
  static let dataAreDamaged = ImageContainerFailure(.corrupt, "its picture data is damaged")
  static let dataAreMissing = ImageContainerFailure(.corrupt, "it holds no picture data")
  static let sizeIsImpossible = ImageContainerFailure(.corrupt, "its header gives an impossible size")

  static func hasMoreParts(than maximum: Int) -> ImageContainerFailure {
    ImageContainerFailure(.tooLarge, "it has more than \(maximum) parts")
  }
}
