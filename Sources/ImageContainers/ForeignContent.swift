internal import ScanModel

/// Names the type of a file that is not a picture of a known format, by its first bytes.
enum ForeignContent {
  /// Only this many bytes are looked at.
  private static let maximumLook = 1024

  private static let signatures: [(offset: Int, bytes: [UInt8], name: Message)] = [
    (0, Array("GIF8".utf8), "a GIF picture"),
    (0, Array("%PDF-".utf8), "a PDF document"),
    (0, [0, 0, 0, 12, 0x4A, 0x58, 0x4C, 0x20], "a JPEG XL picture"),
    (0, [0xFF, 0x0A], "a JPEG XL picture"),
    (0, [0, 0, 0, 12, 0x6A, 0x50, 0x20, 0x20], "a JPEG 2000 picture"),
    (0, [0xFF, 0x4F, 0xFF, 0x51], "a JPEG 2000 picture"),
    (0, [0x49, 0x49, 42, 0], "a TIFF picture or a raw photograph"),
    (0, [0x4D, 0x4D, 0, 42], "a TIFF picture or a raw photograph"),
    (0, [0x49, 0x49, 43, 0], "a TIFF picture"),
    (0, [0x4D, 0x4D, 0, 43], "a TIFF picture"),
    (0, [0, 0, 1, 0], "an icon (ICO)"),
    (0, Array("8BPS".utf8), "a Photoshop file"),
    (0, Array("gimp xcf".utf8), "a GIMP file"),
    (0, Array("qoif".utf8), "a QOI picture"),
    (0, [0x8A, 0x4D, 0x4E, 0x47], "an MNG animation"),
    (0, [0x1A, 0x45, 0xDF, 0xA3], "a video"),
    (8, Array("AVI ".utf8), "a video"),
    (0, Array("OggS".utf8), "a video or sound"),
    (0, [0, 0, 1, 0xBA], "a video"),
    (8, Array("WAVE".utf8), "a sound"),
    (0, Array("ID3".utf8), "a sound"),
    (0, Array("fLaC".utf8), "a sound"),
    (0, [0x50, 0x4B, 3, 4], "an archive or an office document"),
    (0, [0xD0, 0xCF, 0x11, 0xE0], "an office document"),
    (0, [0x1F, 0x8B], "a compressed file"),
    (0, [0x7F, 0x45, 0x4C, 0x46], "a program"),
    (0, Array("BM".utf8), "a BMP picture"),
  ]

  /// A clause: "it is a GIF picture".
  static func description(of file: RawSpan) -> Message {
    if let name = boxed(file) { return "it is \(name)" }
    for signature in signatures where file.byteCount >= signature.offset + signature.bytes.count {
      if file.extracting(signature.offset..<file.byteCount).agrees(with: signature.bytes) {
        return "it is \(signature.name)"
      }
    }
    return text(file).map { "it is \($0)" } ?? "its content is of no kind that is known here"
  }

  /// Files of boxes (ISO/IEC 14496-12): pictures from phones, and videos. The first brand says which; if it is one for
  /// pictures in general, the next specific one does.
  private static func boxed(_ file: RawSpan) -> Message? {
    guard file.byteCount >= 12, file.extracting(4..<file.byteCount).agrees(with: Array("ftyp".utf8)) else { return nil }
    let end = min(file.byteCount, max(12, Int(min(file.bigEndianWord(at: 0), 256))))
    for offset in stride(from: 8, through: end - 4, by: 4) where offset != 12 {
      let brand = String(decoding: (offset..<offset + 4).map { file.byte(at: $0) }, as: UTF8.self)
      switch brand {
      case "heic", "heix", "heim", "heis", "hevc", "hevx": return "a HEIC picture"
      case "avif", "avis": return "an AVIF picture"
      case "crx ": return "a raw photograph"
      case "M4A ", "M4B ": return "a sound"
      case "mif1", "msf1": continue
      default: if offset == 8 { return "a video" }
      }
    }
    return "a HEIF picture"
  }

  private static func text(_ file: RawSpan) -> Message? {
    let bytes = (0..<min(file.byteCount, maximumLook)).map { file.byte(at: $0) }
    guard bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || 0x09...0x0D ~= $0 }) else { return nil }
    let beginning = String(decoding: bytes, as: UTF8.self).lowercased()
    if beginning.contains("<svg") { return "an SVG drawing" }
    if beginning.contains("<!doctype html") || beginning.contains("<html") { return "a web page" }
    return "a text"
  }
}
