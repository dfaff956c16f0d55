internal import ScanModel

/// Walks from segment to segment of a JPEG, and over the data of scans, as libjpeg does.
struct SegmentWalker {
  struct Segment {
    var marker: JPEGMarker
    /// Marker, length, content. Only the two bytes of the marker if it has no content.
    var range: Range<Int>
    var content: Range<Int> { min(range.lowerBound + 4, range.upperBound)..<range.upperBound }
  }

  static let signature: [UInt8] = [0xFF, 0xD8, 0xFF]

  private let maximumParts: Int
  private var segments = 0
  private var offset: Int

  /// - Throws: `.unsupported`, or `.truncated` when the file ends within the signature.
  init(_ file: RawSpan, maximumParts: Int) throws(ImageContainerFailure) {
    guard !file.isEmpty, file.agrees(with: Self.signature) else {
      throw ImageContainerFailure(.unsupported, "it does not start as a JPEG")
    }
    guard file.byteCount >= Self.signature.count else { throw .endsEarly }
    self.maximumParts = maximumParts
    offset = 2
  }

  /// The next segment. Bytes before it that belong to none are skipped, as libjpeg does.
  /// - Throws: `.truncated` when the file ends within the segment, `.corrupt`, or `.tooLarge` for too many segments.
  mutating func next(in file: RawSpan) throws(ImageContainerFailure) -> Segment {
    let start = try findMarker(in: file)
    let marker = JPEGMarker(rawValue: file.byte(at: start + 1))
    segments += 1
    guard segments <= maximumParts else { throw .hasMoreParts(than: maximumParts) }
    guard marker != .start, !marker.isReserved else { throw .structureIsDamaged }
    if marker == .end || marker.isBare {
      offset = start + 2
      return Segment(marker: marker, range: start..<offset)
    }
    guard file.byteCount - start >= 4 else { throw .endsEarly }
    // The length counts itself and not the marker (T.81, section B.1.1.4).
    let length = file.bigEndianShort(at: start + 2)
    guard length >= 2 else { throw .structureIsDamaged }
    guard length + 2 <= file.byteCount - start else { throw .endsEarly }
    offset = start + 2 + length
    return Segment(marker: marker, range: start..<offset)
  }

  /// Skips the data of the scan whose header was the last segment, up to the marker that ends it.
  /// - Throws: `.truncated` when no marker ends it.
  mutating func skipScanData(in file: RawSpan) throws(ImageContainerFailure) -> Range<Int> {
    let start = offset
    while true {
      let marker = try findMarker(in: file)
      offset = marker
      guard JPEGMarker(rawValue: file.byte(at: marker + 1)).isRestart else { return start..<marker }
      offset = marker + 2
    }
  }

  /// The place of the next byte FF that a byte other than 0 and FF follows. FF 0 is a data byte FF, and any number of
  /// FF may stand before a marker (T.81, sections B.1.1.2 and B.1.1.5).
  private func findMarker(in file: RawSpan) throws(ImageContainerFailure) -> Int {
    var place = offset
    while true {
      place = file.firstByteFF(from: place)
      guard place + 1 < file.byteCount else { throw .endsEarly }
      switch file.byte(at: place + 1) {
      case 0: place += 2
      case 0xFF: place += 1
      default: return place
      }
    }
  }
}

extension RawSpan {
  /// The place of the first byte FF, or the end. Eight bytes a step: a JPEG is compressed data almost to its end.
  fileprivate func firstByteFF(from start: Int) -> Int {
    var offset = start
    while offset <= byteCount - 8 {
      // Safe: offsets stay below the end, and any bytes are a valid UInt64.
      let inverted = unsafe ~unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt64.self)
      // Has a zero byte ("Bit Twiddling Hacks", S. E. Anderson).
      if (inverted &- 0x0101_0101_0101_0101) & ~inverted & 0x8080_8080_8080_8080 != 0 { break }
      offset += 8
    }
    while offset < byteCount, byte(at: offset) != 0xFF { offset += 1 }
    return offset
  }
}
