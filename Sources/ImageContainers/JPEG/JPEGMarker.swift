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
