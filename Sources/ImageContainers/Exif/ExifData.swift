/// The few entries of Exif data that matter here: a TIFF header and its first directory (TIFF 6.0, section 2). Bounded
/// by the length of the data and by `maximumEntries`; anything out of place counts as missing.
struct ExifData {
  /// Nil if it is missing or has an invalid value.
  private(set) var orientation: ImageOrientation?
  /// Program, description and comment, if present.
  private(set) var texts: [ImageText] = []
  private var isBigEndian = true

  private static let maximumEntries = 256

  private enum Tag: Int {
    case description = 0x010E
    case orientation = 0x0112
    case software = 0x0131
    case exifDirectory = 0x8769
    case userComment = 0x9286
  }

  private enum FieldType: Int { case ascii = 2, short, long, undefined = 7 }

  private static let prefix = Array("Exif\0\0".utf8)

  /// Whether the content of an APP1 segment is Exif data.
  static func begins(_ content: RawSpan) -> Bool { content.byteCount > prefix.count && content.agrees(with: prefix) }

  /// Data that start with the TIFF header. Those in WebP files may repeat the prefix of JPEG.
  init(_ data: RawSpan) {
    // Only once: a hostile file may repeat the prefix endlessly.
    let data = data.extracting((Self.begins(data) ? Self.prefix.count : 0)..<data.byteCount)
    guard data.byteCount >= 8 else { return }
    if data.agrees(with: [0x49, 0x49, 42, 0]) {
      isBigEndian = false
    } else if !data.agrees(with: [0x4D, 0x4D, 0, 42]) {
      return
    }
    if let first = long(at: 4, in: data) { readDirectory(at: first, in: data, isFirst: true) }
  }

  private mutating func readDirectory(at start: Int, in data: RawSpan, isFirst: Bool) {
    guard start >= 8, let count = short(at: start, in: data) else { return }
    for index in 0..<min(count, Self.maximumEntries) {
      let entry = start + 2 + 12 * index
      guard let tag = short(at: entry, in: data), let type = short(at: entry + 2, in: data),
        let length = long(at: entry + 4, in: data)
      else { return }
      switch (Tag(rawValue: tag), FieldType(rawValue: type)) {
      case (.orientation, .short) where isFirst && length == 1 && orientation == nil:
        orientation = short(at: entry + 8, in: data).flatMap { UInt8(exactly: $0) }
          .flatMap(ImageOrientation.init(rawValue:))
      case (.software, .ascii): add("software", at: entry, length, in: data)
      case (.description, .ascii): add("description", at: entry, length, in: data)
      // Eight bytes on its encoding come first (Exif 3.0, section 4.6.6.4.2).
      case (.userComment, .undefined) where length > 8: add("comment", at: entry, length, in: data, skipping: 8)
      case (.exifDirectory, .long) where isFirst && length == 1:
        // Only one level, so directories that refer to each other cannot cause a loop.
        if let next = long(at: entry + 8, in: data) { readDirectory(at: next, in: data, isFirst: false) }
      default: break
      }
    }
  }

  private mutating func add(
    _ keyword: String, at entry: Int, _ length: Int, in data: RawSpan, skipping skipped: Int = 0
  ) {
    // Up to four bytes are in the entry itself.
    guard texts.count < ImageText.maximumCount, length <= ImageText.maximumLength,
      let start = length <= 4 ? entry + 8 : long(at: entry + 8, in: data), start + length <= data.byteCount
    else { return }
    let bytes = (start + skipped..<start + length).map { data.byte(at: $0) }.prefix { $0 != 0 }
    texts.append(ImageText(keyword: keyword, value: String(decoding: bytes, as: UTF8.self)))
  }

  private func short(at offset: Int, in data: RawSpan) -> Int? {
    guard offset >= 0, offset <= data.byteCount - 2 else { return nil }
    return isBigEndian ? data.bigEndianShort(at: offset) : data.littleEndian(at: offset, count: 2)
  }

  private func long(at offset: Int, in data: RawSpan) -> Int? {
    guard let first = short(at: offset, in: data), let second = short(at: offset + 2, in: data) else { return nil }
    return isBigEndian ? first << 16 | second : second << 16 | first
  }
}

/// How a stored picture is turned to be shown upright (Exif 3.0, section 4.6.5.1.6, tag 274).
package enum ImageOrientation: UInt8, Sendable, Hashable, CaseIterable {
  case upright = 1
  case mirrored = 2
  case turnedHalf = 3
  case mirroredTurnedHalf = 4
  /// Mirrored at the diagonal from the top left.
  case transposed = 5
  /// Turned clockwise by a quarter to be shown.
  case turnedRight = 6
  /// Mirrored at the other diagonal.
  case transversed = 7
  /// Turned counterclockwise by a quarter to be shown.
  case turnedLeft = 8

  /// Whether width and height are swapped.
  package var swapsSides: Bool { rawValue >= 5 }
}
