internal import ScanModel

/// The container format of PNG: what reaches the decoder, and whether a file is complete.
///
/// Only the chunks that make up the pixels reach libpng. Fifty compressed text chunks in a file of 385 KB made its
/// simplified interface spend 386 MB and 1.8 s before it even gave the size of the image (measured with libpng 1.6.39),
/// and most of its past vulnerabilities are in chunks that a screenshot does not need.
package enum PNGContainer {
  /// Keeps and checks signature, IHDR, PLTE, tRNS, IDAT and IEND and drops all other chunks. Limits are checked before
  /// anything is allocated.
  package static func filter(
    _ file: RawSpan, limits: ImageLimits = ImageLimits()
  ) throws(ImageContainerFailure) -> FilteredImage {
    try limits.check(byteCount: file.byteCount)
    var walker = try ChunkWalker(file, maximumParts: limits.maximumParts)
    let first = try walker.next(in: file)
    guard first.kind == .header else { throw ImageContainerFailure(.corrupt, "it does not start with its header") }
    try verifyChecksum(of: first, in: file)
    let header = try PNGHeader(file.extracting(first.data), limits: limits)

    var selection = ChunkSelection(header: header)
    var kept = [first.range]
    var orientation: ImageOrientation?
    while !selection.isComplete {
      let chunk = try walker.next(in: file)
      // Damage to Exif data (section 11.3.4.6) does not prevent anybody from seeing the picture.
      if chunk.kind == .exif, orientation == nil, hasRightChecksum(chunk, in: file) {
        orientation = ExifData(file.extracting(chunk.data)).orientation
      }
      guard try selection.keeps(chunk.kind) else { continue }
      try verifyChecksum(of: chunk, in: file)
      kept.keep(chunk.range)
    }
    return FilteredImage(
      header: .png(header), width: header.width, height: header.height,
      bytes: kept.bytes(of: file, after: ChunkWalker.signature), orientation: orientation ?? .upright,
      isAnimated: selection.isAnimated)
  }

  private static func hasRightChecksum(_ chunk: ChunkWalker.Chunk, in file: RawSpan) -> Bool {
    CRC32.checksum(of: file.extracting(chunk.checked)) == file.bigEndianWord(at: chunk.range.upperBound - 4)
  }

  private static func verifyChecksum(of chunk: ChunkWalker.Chunk, in file: RawSpan) throws(ImageContainerFailure) {
    guard !hasRightChecksum(chunk, in: file) else { return }
    switch chunk.kind {
    case .header: throw .headerIsDamaged
    case .data: throw .dataAreDamaged
    default: throw .structureIsDamaged
    }
  }

  /// Takes time for the number of chunks, not for their size.
  static func findEnd(of file: RawSpan, maximumParts: Int) throws(ImageContainerFailure) {
    var walker = try ChunkWalker(file, maximumParts: maximumParts)
    guard try walker.next(in: file).kind == .header else { throw .structureIsDamaged }
    while try walker.next(in: file).kind != .end {}
  }
}

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

  /// - Throws: `.corrupt` or `.tooLarge`.
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
