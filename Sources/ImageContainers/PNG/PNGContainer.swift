internal import ScanModel

/// The container format of PNG: what reaches the decoder, and whether a file is complete.
///
/// Only the chunks that make up the pixels reach libpng. Fifty compressed text chunks in a file of 385 KB made its
/// simplified interface spend 386 MB and 1.8 s before it even gave the size of the image (measured with libpng 1.6.39),
/// and most of its past vulnerabilities are in chunks that a screenshot does not need.
package enum PNGContainer {
  /// Keeps and checks the chunks that matter and drops all others.
  /// - Parameters:
  ///   - file: The whole file.
  ///   - limits: Checked before anything is allocated.
  /// - Returns: A PNG that is safe to pass to libpng.
  /// - Throws: `ImageContainerFailure`.
  package static func filter(
    _ file: RawSpan, limits: ImageLimits = ImageLimits()
  ) throws(ImageContainerFailure) -> FilteredPNG {
    guard file.byteCount <= limits.maximumBytes else {
      throw ImageContainerFailure(.tooLarge, "the file has more than \(limits.maximumBytes >> 20) MiB")
    }
    var walker = try ChunkWalker(file, maximumParts: limits.maximumParts)
    let first = try walker.next(in: file)
    guard first.kind == .header else { throw ImageContainerFailure(.corrupt, "it does not start with its header") }
    try verifyChecksum(of: first, in: file)
    let header = try PNGHeader(file.extracting(first.data), limits: limits)

    var selection = ChunkSelection(header: header, headerChunk: first)
    var orientation: ImageOrientation?
    while !selection.isComplete {
      let chunk = try walker.next(in: file)
      if chunk.kind == .exif, orientation == nil { orientation = self.orientation(of: chunk, in: file) }
      if try selection.take(chunk) { try verifyChecksum(of: chunk, in: file) }
    }
    return FilteredPNG(
      header: header, bytes: copy(selection.ranges, of: file), orientation: orientation ?? .upright,
      isAnimated: selection.isAnimated)
  }

  /// Like `filter(_:limits:)`, for an array.
  package static func filter(
    _ file: [UInt8], limits: ImageLimits = ImageLimits()
  ) throws(ImageContainerFailure) -> FilteredPNG {
    // Safe: bytes have no padding, which is what makes `bytes` unsafe for other elements.
    try unsafe filter(file.span.bytes, limits: limits)
  }

  /// The orientation in a chunk of Exif data (section 11.3.4.6). Damage there does not prevent anybody from seeing the
  /// picture.
  private static func orientation(of chunk: ChunkWalker.Chunk, in file: RawSpan) -> ImageOrientation? {
    guard hasRightChecksum(chunk, in: file) else { return nil }
    return ExifData(file.extracting(chunk.data)).orientation
  }

  private static func hasRightChecksum(_ chunk: ChunkWalker.Chunk, in file: RawSpan) -> Bool {
    CRC32.checksum(of: file.extracting(chunk.checked)) == file.bigEndianWord(at: chunk.range.upperBound - 4)
  }

  private static func verifyChecksum(of chunk: ChunkWalker.Chunk, in file: RawSpan) throws(ImageContainerFailure) {
    guard hasRightChecksum(chunk, in: file) else {
      let damage: Message =
        switch chunk.kind {
        case .header: "its header is damaged"
        case .data: "its picture data is damaged"
        default: "its structure is damaged"
        }
      throw ImageContainerFailure(.corrupt, damage)
    }
  }

  private static func copy(_ ranges: [Range<Int>], of file: RawSpan) -> [UInt8] {
    let count = ranges.reduce(ChunkWalker.signature.count) { $0 + $1.count }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count)
    bytes += ChunkWalker.signature
    for range in ranges { bytes.append(range, of: file) }
    return bytes
  }
}

/// A PNG reduced to the parts that its pixels need, all of them checked.
package struct FilteredPNG: Sendable {
  package let header: PNGHeader
  /// Signature, IHDR, PLTE, tRNS, IDAT and IEND, and nothing of any other chunk.
  package let bytes: [UInt8]
  /// How the stored picture is to be turned.
  package let orientation: ImageOrientation
  /// Whether the file has further frames, which are ignored.
  package let isAnimated: Bool
}

extension PNGContainer {
  /// The uncompressed text chunks before the image data (PNG specification, section 11.3.3).
  /// - Parameter beginning: The file, or its beginning.
  /// - Returns: At most `ImageText.maximumCount` texts of at most 4 KiB each.
  static func texts(in beginning: RawSpan) -> [ImageText] {
    guard var walker = try? ChunkWalker(beginning, maximumParts: 256) else { return [] }
    var texts: [ImageText] = []
    while texts.count < ImageText.maximumCount, let chunk = try? walker.next(in: beginning), chunk.kind != .data,
      chunk.kind != .end
    {
      let isInternational = chunk.kind == .internationalText
      guard isInternational || chunk.kind == .text, chunk.data.count <= 4096 else { continue }
      let parts = chunk.data.map { beginning.byte(at: $0) }
        .split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, let value = isInternational ? uncompressed(parts[1]) : parts[1] else { continue }
      // Latin-1 in tEXt, UTF-8 in iTXt. Program names are ASCII, where the two agree.
      texts.append(
        ImageText(keyword: String(decoding: parts[0], as: UTF8.self), value: String(decoding: value, as: UTF8.self)))
    }
    return texts
  }

  /// Skips what follows the keyword in iTXt: two bytes on compression, the language, and the translated keyword. The
  /// text comes last.
  private static func uncompressed(_ rest: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard rest.count > 2, rest.first == 0 else { return nil }
    let parts = rest.dropFirst(2).split(separator: 0, maxSplits: 2, omittingEmptySubsequences: false)
    return parts.count == 3 ? parts[2] : nil
  }
}

extension PNGContainer {
  /// Whether the last chunk is there. Looks at chunk headers only, so the time depends on the number of chunks, not on
  /// their size.
  static func completeness(of file: RawSpan, limits: ImageLimits) -> ImageContainer.Completeness {
    do throws(ImageContainerFailure) {
      var walker = try ChunkWalker(file, maximumParts: limits.maximumParts)
      guard try walker.next(in: file).kind == .header else { return .damaged }
      while try walker.next(in: file).kind != .end {}
      return .complete
    } catch {
      return ImageContainer.Completeness(error)
    }
  }
}

extension ImageContainer.Completeness {
  /// What a failed walk says about the file.
  init(_ failure: ImageContainerFailure) {
    self =
      switch failure.code {
      case .unsupported: .unsupported
      case .truncated: .incomplete
      case .corrupt, .tooLarge: .damaged
      }
  }
}
