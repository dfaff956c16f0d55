internal import ScanModel

/// What of a JPEG reaches the decoder, and whether a file is complete. Comments, color profiles, thumbnails and all
/// other application data stay outside. Scans have no checksums, so damage within them shows in the pixels, as in every
/// viewer.
enum JPEGContainer {
  /// Keeps and checks tables, frame and scans, rewrites the markers of JFIF and Adobe, and drops all other segments.
  static func filter(_ file: RawSpan, limits: ImageLimits) throws(ImageContainerFailure) -> FilteredImage {
    var walker = try SegmentWalker(file, maximumParts: limits.maximumParts)
    var selection = SegmentSelection(limits: limits)
    var kept: [Range<Int>] = []
    while true {
      let segment = try walker.next(in: file)
      if segment.marker == .end { break }
      if try selection.keeps(segment, in: file) { kept.keep(segment.range) }
      if segment.marker == .scan { kept.keep(try walker.skipScanData(in: file)) }
    }
    guard let frame = selection.frame, selection.scanCount > 0 else { throw .dataAreMissing }
    var beginning = [0xFF, JPEGMarker.start.rawValue]
    if selection.hasJFIF { beginning += jfif }
    if let transform = selection.adobeTransform { beginning += adobe + [transform] }
    return FilteredImage(
      header: .jpeg(frame, isWrittenByAdobe: selection.adobeTransform != nil), width: frame.width, height: frame.height,
      bytes: kept.bytes(of: file, after: beginning, before: [0xFF, JPEGMarker.end.rawValue]),
      orientation: selection.orientation ?? .upright, isAnimated: false)
  }

  static func findEnd(of file: RawSpan, maximumParts: Int) throws(ImageContainerFailure) {
    var walker = try SegmentWalker(file, maximumParts: maximumParts)
    while true {
      let segment = try walker.next(in: file)
      if segment.marker == .end { return }
      if segment.marker == .scan { _ = try walker.skipScanData(in: file) }
    }
  }

  /// JFIF 1.01 without density and thumbnail.
  private static let jfif: [UInt8] = [0xFF, 0xE0, 0, 16] + Array("JFIF\0".utf8) + [1, 1, 0, 0, 1, 0, 1, 0, 0]
  /// The Adobe marker without its last byte, the transform.
  private static let adobe: [UInt8] = [0xFF, 0xEE, 0, 14] + Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0]
}

/// The header of the frame of a JPEG (ITU-T T.81, section B.2.2).
package struct JPEGFrame: Sendable, Hashable {
  /// In pixels, above 0, as stored: before the orientation is applied.
  package let width, height: Int
  /// Grey 1, color 3, four inks 4.
  package var componentCount: Int { components.count }
  /// Their identifiers, which the headers of scans name. In some files they are equal, against the standard; libjpeg
  /// then takes the components of a scan one after the other (jdmarker.c, get_sos).
  let components: [UInt8]

  /// - Throws: `.unsupported`, `.corrupt` or `.tooLarge`.
  init(_ bytes: RawSpan, marker: JPEGMarker, limits: ImageLimits) throws(ImageContainerFailure) {
    guard marker.isDecodableFrame else {
      // Rare, and closed in libjpeg-turbo as Debian builds it or in most viewers.
      throw ImageContainerFailure(.unsupported, "it is a JPEG of a kind that hardly any program shows")
    }
    guard bytes.byteCount >= 6, bytes.byteCount == 6 + 3 * Int(bytes.byte(at: 5)) else { throw .headerIsDamaged }
    guard bytes.byte(at: 0) == 8 else {
      throw ImageContainerFailure(.unsupported, "it is a JPEG with \(bytes.byte(at: 0)) bits a sample")
    }
    height = bytes.bigEndianShort(at: 1)
    width = bytes.bigEndianShort(at: 3)
    // A height of 0 that a later segment (DNL) fills in is legal, and no program writes or shows it.
    guard width > 0, height > 0 else { throw .sizeIsImpossible }
    try limits.check(width: width, height: height)
    var components: [UInt8] = []
    for offset in stride(from: 6, to: bytes.byteCount, by: 3) {
      let (across, down) = (bytes.byte(at: offset + 1) >> 4, bytes.byte(at: offset + 1) & 15)
      guard 1...4 ~= across, 1...4 ~= down, bytes.byte(at: offset + 2) < 4 else { throw .headerIsDamaged }
      components.append(bytes.byte(at: offset))
    }
    guard [1, 3, 4].contains(components.count) else { throw .headerIsDamaged }
    self.components = components
  }
}

/// The second byte of a marker of a JPEG (ITU-T T.81, table B.1).
struct JPEGMarker: Hashable {
  var rawValue: UInt8

  static let start = JPEGMarker(rawValue: 0xD8)  // SOI
  static let end = JPEGMarker(rawValue: 0xD9)  // EOI
  static let scan = JPEGMarker(rawValue: 0xDA)  // SOS
  static let quantization = JPEGMarker(rawValue: 0xDB)  // DQT
  static let huffman = JPEGMarker(rawValue: 0xC4)  // DHT
  static let restartInterval = JPEGMarker(rawValue: 0xDD)  // DRI
  static let jfif = JPEGMarker(rawValue: 0xE0)  // APP0
  static let exif = JPEGMarker(rawValue: 0xE1)  // APP1
  static let adobe = JPEGMarker(rawValue: 0xEE)  // APP14
  static let comment = JPEGMarker(rawValue: 0xFE)  // COM

  /// RST0 to RST7, which occur within the data of a scan.
  var isRestart: Bool { 0xD0...0xD7 ~= rawValue }

  /// TEM and RST, which have neither length nor content outside a scan.
  var isBare: Bool { isRestart || rawValue == 0x01 }

  /// Reserved: a decoder does not know how to continue.
  var isReserved: Bool { 0x02...0xBF ~= rawValue }

  /// SOF0 to SOF15 and SOF55 of JPEG-LS. DHT, JPG and DAC have numbers in this range but are not frames.
  var isFrame: Bool { (0xC0...0xCF ~= rawValue && ![0xC4, 0xC8, 0xCC].contains(rawValue)) || rawValue == 0xF7 }

  /// What libjpeg-turbo decodes with 8 bits and Huffman codes: baseline, extended and progressive.
  var isDecodableFrame: Bool { 0xC0...0xC2 ~= rawValue }
}
