/// A text that a program has put into a picture. Good for guesses only: anybody can write anything into one.
package struct ImageText: Sendable, Hashable {
  static let maximumCount = 16
  /// The most bytes of one text.
  static let maximumLength = 4096
  /// The most parts of a file that are searched for texts.
  fileprivate static let maximumParts = 256

  /// What kind of text, for example "Software".
  package var keyword: String
  package var value: String
}

extension ImageText {
  fileprivate init(xmp: RawSpan) { self.init(keyword: "xml:com.adobe.xmp", xmp) }

  fileprivate init(keyword: String, _ bytes: RawSpan) {
    let beginning = (0..<min(bytes.byteCount, Self.maximumLength)).map { bytes.byte(at: $0) }
    self.init(keyword: keyword, value: String(decoding: beginning, as: UTF8.self))
  }
}

extension ImageContainer {
  /// What programs have written into a picture, or its beginning, about it: uncompressed text chunks of a PNG before
  /// the image data, Exif data, XMP and comments of the others. At most `maximumCount` texts of a few KiB each.
  package static func texts(in beginning: RawSpan) -> [ImageText] {
    guard let format = try? ImageFormat(of: beginning) else { return [] }
    let texts =
      switch format {
      case .png: PNGContainer.texts(in: beginning)
      case .jpeg: JPEGContainer.texts(in: beginning)
      case .webP: WebPContainer.texts(in: beginning)
      }
    return Array(texts.prefix(ImageText.maximumCount))
  }
}

extension PNGContainer {
  /// PNG specification, section 11.3.3.
  static func texts(in beginning: RawSpan) -> [ImageText] {
    guard var walker = try? ChunkWalker(beginning, maximumParts: ImageText.maximumParts) else { return [] }
    var texts: [ImageText] = []
    while texts.count < ImageText.maximumCount, let chunk = try? walker.next(in: beginning), chunk.kind != .data,
      chunk.kind != .end
    {
      let isInternational = chunk.kind == .internationalText
      guard isInternational || chunk.kind == .text, chunk.data.count <= ImageText.maximumLength else { continue }
      let parts = chunk.data.map { beginning.byte(at: $0) }
        .split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, let value = isInternational ? uncompressed(parts[1]) : parts[1] else { continue }
      // Latin-1 in tEXt, UTF-8 in iTXt. Program names are ASCII, where the two agree.
      texts.append(
        ImageText(keyword: String(decoding: parts[0], as: UTF8.self), value: String(decoding: value, as: UTF8.self)))
    }
    return texts
  }

  /// The text in iTXt, after two bytes on compression, the language, and the translated keyword.
  private static func uncompressed(_ rest: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard rest.count > 2, rest.first == 0 else { return nil }
    let parts = rest.dropFirst(2).split(separator: 0, maxSplits: 2, omittingEmptySubsequences: false)
    return parts.count == 3 ? parts[2] : nil
  }
}

extension JPEGContainer {
  /// Of the segments before the first scan.
  static func texts(in beginning: RawSpan) -> [ImageText] {
    guard var walker = try? SegmentWalker(beginning, maximumParts: ImageText.maximumParts) else { return [] }
    let xmpPrefix = Array("http://ns.adobe.com/xap/1.0/\0".utf8)
    var texts: [ImageText] = []
    while texts.count < ImageText.maximumCount, let segment = try? walker.next(in: beginning),
      segment.marker != .scan, segment.marker != .end
    {
      let content = beginning.extracting(segment.content)
      switch segment.marker {
      case .comment: texts.append(ImageText(keyword: "comment", content))
      case .exif where content.byteCount > xmpPrefix.count && content.agrees(with: xmpPrefix):
        texts.append(ImageText(xmp: content.extracting(xmpPrefix.count..<content.byteCount)))
      case .exif where ExifData.begins(content): texts += ExifData(content).texts
      default: break
      }
    }
    return texts
  }
}

extension WebPContainer {
  /// They come after the picture data, so the beginning of a large file has none.
  static func texts(in beginning: RawSpan) -> [ImageText] {
    guard var walker = try? RIFFWalker(beginning, maximumParts: ImageText.maximumParts) else { return [] }
    var texts: [ImageText] = []
    while texts.count < ImageText.maximumCount, let chunk = try? walker.next(in: beginning) {
      let data = beginning.extracting(chunk.data)
      switch chunk.kind {
      case .exif: texts += ExifData(data).texts
      case .xmp: texts.append(ImageText(xmp: data))
      default: break
      }
    }
    return texts
  }
}
