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
      let part = chunk.kind == .header ? "header" : chunk.kind == .data ? "picture data" : "structure"
      throw ImageContainerFailure(.corrupt, "its \(part) is damaged")
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
