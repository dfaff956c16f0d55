internal import ScanModel

/// One frame of a WebP reaches libwebp, in a rewritten container: no color profile, no metadata, no further frames.
enum WebPContainer {
  /// The header of a frame of an animation (RFC 9649, section 2.7.1.1.2: ANMF).
  private static let frameHeaderBytes = 16

  static func filter(_ file: RawSpan, limits: ImageLimits) throws(ImageContainerFailure) -> FilteredImage {
    var walker = try RIFFWalker(file, maximumParts: limits.maximumParts)
    let start = walker
    guard let first = try walker.next(in: file) else { throw .dataAreMissing }
    let header = first.kind == .extended ? try WebPExtension(file.extracting(first.data)) : nil
    if let header { try limits.check(width: header.width, height: header.height) }
    // Without the header the first chunk is the picture.
    if header == nil { walker = start }
    let (frame, place) =
      header?.isAnimated == true
      ? try firstOfAnimation(&walker, in: file, maximumParts: limits.maximumParts) : try still(&walker, in: file)
    let (width, height) = header.map { ($0.width, $0.height) } ?? (place.width, place.height)
    try limits.check(width: width, height: height)
    guard place.maxX <= width, place.maxY <= height,
      header?.isAnimated == true || (place.width, place.height) == (width, height)
    else { throw contradictsItself }
    let coversAll = place.width == width && place.height == height
    let rest = header == nil ? nil : rest(&walker, in: file)
    return FilteredImage(
      header: .webP(frame: place, hasAlpha: frame.hasAlpha || !coversAll), width: width, height: height,
      bytes: frame.file(from: file), orientation: rest?.orientation ?? .upright,
      isAnimated: header?.isAnimated == true && rest?.mayHaveFrame == true)
  }

  private static let contradictsItself = ImageContainerFailure(.corrupt, "its header contradicts its picture data")

  private static func still(
    _ walker: inout RIFFWalker, in file: RawSpan
  ) throws(ImageContainerFailure) -> (WebPFrame, PixelRect) {
    guard let frame = try WebPFrame.first(&walker, in: file) else { throw .dataAreMissing }
    return (frame, PixelRect(x: 0, y: 0, width: frame.width, height: frame.height))
  }

  private static func firstOfAnimation(
    _ walker: inout RIFFWalker, in file: RawSpan, maximumParts: Int
  ) throws(ImageContainerFailure) -> (WebPFrame, PixelRect) {
    while let chunk = try walker.next(in: file) {
      guard chunk.kind == .frame else { continue }
      let data = file.extracting(chunk.data)
      var inner = RIFFWalker(within: chunk.data, skipping: frameHeaderBytes, maximumParts: maximumParts)
      guard data.byteCount >= frameHeaderBytes, let frame = try WebPFrame.first(&inner, in: file) else { break }
      let place = PixelRect(
        x: 2 * data.littleEndian(at: 0, count: 3), y: 2 * data.littleEndian(at: 3, count: 3),
        width: 1 + data.littleEndian(at: 6, count: 3), height: 1 + data.littleEndian(at: 9, count: 3))
      guard place.width == frame.width, place.height == frame.height else { throw contradictsItself }
      return (frame, place)
    }
    throw .dataAreMissing
  }

  /// What stands behind the picture data: metadata, and further frames. Damage there does not keep anybody from seeing
  /// the picture, and a program that shows it may find a frame beyond.
  private static func rest(
    _ walker: inout RIFFWalker, in file: RawSpan
  ) -> (orientation: ImageOrientation?, mayHaveFrame: Bool) {
    var orientation: ImageOrientation?
    var mayHaveFrame = false
    do throws(ImageContainerFailure) {
      var hasExif = false
      while let chunk = try walker.next(in: file) {
        if chunk.kind == .frame { mayHaveFrame = true }
        guard chunk.kind == .exif, !hasExif else { continue }
        hasExif = true
        orientation = ExifData(file.extracting(chunk.data)).orientation
      }
    } catch { mayHaveFrame = true }
    return (orientation, mayHaveFrame)
  }
}

/// The VP8X chunk, which begins every WebP that is more than one picture of one kind (RFC 9649, section 2.7.1.1).
struct WebPExtension {
  let isAnimated: Bool
  /// In pixels, above 0.
  let width, height: Int

  private static let animationFlag: UInt8 = 0x02
  private static let alphaFlag: UInt8 = 0x10

  init(_ data: RawSpan) throws(ImageContainerFailure) {
    guard data.byteCount >= 10 else { throw .headerIsDamaged }
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
