extension PNGContainer {
  /// A text chunk (PNG specification, section 11.3.3).
  package struct Text: Sendable, Hashable {
    /// For example "Software".
    package var keyword: String
    package var value: String
  }

  /// The uncompressed text chunks before the image data. Good for guesses only: they are not checked, and anybody can
  /// write anything into them.
  /// - Parameter beginning: The file, or its beginning.
  /// - Returns: At most 16 texts of at most 4 KiB each.
  package static func texts(in beginning: RawSpan) -> [Text] {
    guard var walker = try? ChunkWalker(beginning, maximumParts: 256) else { return [] }
    var texts: [Text] = []
    while texts.count < 16, let chunk = try? walker.next(in: beginning), chunk.kind != .data, chunk.kind != .end {
      let isInternational = chunk.kind == .internationalText
      guard isInternational || chunk.kind == .text, chunk.data.count <= 4096 else { continue }
      let parts = chunk.data.map { beginning.byte(at: $0) }
        .split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, let value = isInternational ? uncompressed(parts[1]) : parts[1] else { continue }
      // Latin-1 in tEXt, UTF-8 in iTXt. Program names are ASCII, where the two agree.
      texts.append(
        Text(keyword: String(decoding: parts[0], as: UTF8.self), value: String(decoding: value, as: UTF8.self)))
    }
    return texts
  }

  /// Skips what follows the keyword in iTXt: two bytes on compression, language, translated keyword; the text comes
  /// last.
  private static func uncompressed(_ rest: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard rest.count > 2, rest.first == 0 else { return nil }
    let parts = rest.dropFirst(2).split(separator: 0, maxSplits: 2, omittingEmptySubsequences: false)
    return parts.count == 3 ? parts[2] : nil
  }
}
