internal import ScanModel

/// Names the type of a file that is not a picture of a known format, by its first bytes.
enum ForeignContent {
  private struct Signature {
    let offset: Int
    let bytes: [UInt8]
    let name: Message

    init(_ bytes: some Sequence<UInt8>, at offset: Int = 0, _ name: Message) {
      (self.offset, self.bytes, self.name) = (offset, Array(bytes), name)
    }
  }

  /// Only this many bytes are looked at.
  private static let maximumLook = 1024

  private static let signatures: [Signature] = [
    Signature("GIF8".utf8, "a GIF picture"),
    Signature("%PDF-".utf8, "a PDF document"),
    Signature([0, 0, 0, 12, 0x4A, 0x58, 0x4C, 0x20], "a JPEG XL picture"),
    Signature([0xFF, 0x0A], "a JPEG XL picture"),
    Signature([0, 0, 0, 12, 0x6A, 0x50, 0x20, 0x20], "a JPEG 2000 picture"),
    Signature([0xFF, 0x4F, 0xFF, 0x51], "a JPEG 2000 picture"),
    Signature([0x49, 0x49, 42, 0], "a TIFF picture or a raw photograph"),
    Signature([0x4D, 0x4D, 0, 42], "a TIFF picture or a raw photograph"),
    Signature([0x49, 0x49, 43, 0], "a TIFF picture"),
    Signature([0x4D, 0x4D, 0, 43], "a TIFF picture"),
    Signature([0, 0, 1, 0], "an icon (ICO)"),
    Signature("8BPS".utf8, "a Photoshop file"),
    Signature("gimp xcf".utf8, "a GIMP file"),
    Signature("qoif".utf8, "a QOI picture"),
    Signature([0x8A, 0x4D, 0x4E, 0x47], "an MNG animation"),
    Signature([0x1A, 0x45, 0xDF, 0xA3], "a video"),
    Signature("AVI ".utf8, at: 8, "a video"),
    Signature("OggS".utf8, "a video or sound"),
    Signature([0, 0, 1, 0xBA], "a video"),
    Signature("WAVE".utf8, at: 8, "a sound"),
    Signature("ID3".utf8, "a sound"),
    Signature("fLaC".utf8, "a sound"),
    Signature([0x50, 0x4B, 3, 4], "an archive or an office document"),
    Signature([0xD0, 0xCF, 0x11, 0xE0], "an office document"),
    Signature([0x1F, 0x8B], "a compressed file"),
    Signature([0x7F, 0x45, 0x4C, 0x46], "a program"),
    Signature("BM".utf8, "a BMP picture"),
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
