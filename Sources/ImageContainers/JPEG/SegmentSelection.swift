internal import ScanModel

/// Decides, segment by segment in file order, what to keep, and checks the order that the format requires.
struct SegmentSelection {
  /// Every scan costs a walk over the whole picture, however little it holds ("Two Issues with the JPEG Standard",
  /// libjpeg-turbo.org). jpegtran writes 10 scans, MozJPEG below 20.
  static let maximumScans = 64

  private(set) var frame: JPEGFrame?
  private(set) var orientation: ImageOrientation?
  private(set) var hasJFIF = false
  /// The color transform in the Adobe marker: 0 none, 1 YCbCr, 2 YCCK. Nil without the marker.
  private(set) var adobeTransform: UInt8?
  private(set) var scanCount = 0
  private let limits: ImageLimits

  init(limits: ImageLimits) { self.limits = limits }

  /// Whether the next segment, other than SOI and EOI, is kept.
  mutating func keeps(_ segment: SegmentWalker.Segment, in file: RawSpan) throws(ImageContainerFailure) -> Bool {
    let content = file.extracting(segment.content)
    switch segment.marker {
    case let marker where marker.isFrame:
      guard frame == nil else { throw ImageContainerFailure(.corrupt, "it has two headers") }
      frame = try JPEGFrame(content, marker: marker, limits: limits)
      return true
    case .scan:
      try checkScan(content)
      return true
    case .huffman where Self.areHuffmanTables(content), .quantization where Self.areQuantizationTables(content),
      .restartInterval where content.byteCount == 2:
      return true
    case .huffman, .quantization, .restartInterval: throw ImageContainerFailure(.corrupt, "its tables are damaged")
    case .jfif where scanCount == 0:
      // libjpeg uses only the first 14 bytes (jdmarker.c, examine_app0).
      if content.byteCount >= 14, content.agrees(with: Array("JFIF\0".utf8)) { hasJFIF = true }
    case .adobe where scanCount == 0:
      if content.byteCount >= 12, content.agrees(with: Array("Adobe".utf8)) { adobeTransform = content.byte(at: 11) }
    case .exif where orientation == nil && ExifData.begins(content): orientation = ExifData(content).orientation
    default: break
    }
    return false
  }

  private mutating func checkScan(_ header: RawSpan) throws(ImageContainerFailure) {
    guard let frame else { throw ImageContainerFailure(.corrupt, "its header is missing") }
    let count = header.isEmpty ? 0 : Int(header.byte(at: 0))
    guard 1...4 ~= count, header.byteCount == 4 + 2 * count,
      (0..<count).allSatisfy({ frame.components.contains(header.byte(at: 1 + 2 * $0)) })
    else { throw .structureIsDamaged }
    // A scan of some components only would be read as that of the first ones.
    guard count == frame.componentCount || Set(frame.components).count == frame.componentCount else {
      throw .structureIsDamaged
    }
    scanCount += 1
    guard scanCount <= Self.maximumScans else {
      throw ImageContainerFailure(.tooLarge, "it is made of more than \(Self.maximumScans) layers")
    }
  }

  /// ITU-T T.81, section B.2.4.2: class and number, how many codes of each of 16 lengths there are, and a byte for
  /// each.
  private static func areHuffmanTables(_ content: RawSpan) -> Bool {
    var offset = 0
    while offset < content.byteCount {
      guard content.byteCount - offset >= 17, content.byte(at: offset) & 0xEC == 0 else { return false }
      let count = (1...16).reduce(0) { $0 + Int(content.byte(at: offset + $1)) }
      guard count <= 256 else { return false }
      offset += 17 + count
    }
    return offset == content.byteCount
  }

  /// Section B.2.4.1: precision and number, and 64 entries.
  private static func areQuantizationTables(_ content: RawSpan) -> Bool {
    var offset = 0
    while offset < content.byteCount {
      guard content.byte(at: offset) & 0xEC == 0 else { return false }
      offset += content.byte(at: offset) >> 4 == 0 ? 65 : 129
    }
    return offset == content.byteCount
  }
}
