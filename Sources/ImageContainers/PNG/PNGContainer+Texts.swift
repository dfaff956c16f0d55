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
