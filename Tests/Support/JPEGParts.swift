/// A JPEG taken apart, for tests that change one part and put it together again.
package struct JPEGParts: Sendable {
  package struct Segment: Sendable {
    package var marker: UInt8
    package var content: [UInt8]
    /// The data after a SOS segment, up to the next marker.
    package var scanData: [UInt8] = []
    /// Replaces the correct length.
    package var length: UInt16?

    package init(_ marker: UInt8, _ content: [UInt8] = [], scanData: [UInt8] = []) {
      self.marker = marker
      self.content = content
      self.scanData = scanData
    }
  }

  /// Without SOI and EOI.
  package var segments: [Segment] = []

  /// Takes apart a well-formed file.
  package init(_ file: [UInt8]) {
    var offset = 2
    while file[offset + 1] != 0xD9 {
      let end = offset + 2 + Int(file[offset + 2]) << 8 + Int(file[offset + 3])
      var segment = Segment(file[offset + 1], Array(file[(offset + 4)..<end]))
      offset = end
      if segment.marker == 0xDA {
        while file[offset] != 0xFF || file[offset + 1] == 0 || 0xD0...0xD7 ~= file[offset + 1] { offset += 1 }
        segment.scanData = Array(file[end..<offset])
      }
      segments.append(segment)
    }
  }

  /// The file, with SOI and EOI.
  package var bytes: [UInt8] {
    var bytes: [UInt8] = [0xFF, 0xD8]
    for segment in segments {
      let length = segment.length ?? UInt16(segment.content.count + 2)
      bytes += [0xFF, segment.marker, UInt8(length >> 8), UInt8(length & 0xFF)] + segment.content + segment.scanData
    }
    return bytes + [0xFF, 0xD9]
  }

  /// Index of the first segment of a kind.
  package func index(of marker: UInt8) -> Int {
    segments.firstIndex { $0.marker == marker } ?? segments.endIndex
  }

  /// The frame, which every well-formed file has.
  package var frame: Segment {
    get { segments[frameIndex] }
    set { segments[frameIndex] = newValue }
  }

  private var frameIndex: Int { segments.firstIndex { 0xC0...0xC2 ~= $0.marker } ?? 0 }

  /// With one identifier for all components: against the standard, but there are such files.
  package func withEqualIdentifiers() -> JPEGParts {
    var parts = self
    for place in stride(from: 6, to: frame.content.count, by: 3) { parts.frame.content[place] = 1 }
    for index in segments.indices where segments[index].marker == 0xDA {
      for number in 0..<Int(segments[index].content[0]) { parts.segments[index].content[1 + 2 * number] = 1 }
    }
    return parts
  }

  package mutating func setSize(width: UInt16, height: UInt16) {
    frame.content.replaceSubrange(
      1..<5, with: [UInt8(height >> 8), UInt8(height & 0xFF), UInt8(width >> 8), UInt8(width & 0xFF)])
  }
}

/// Exif data as found in files.
package enum ExifBuilder {
  /// A TIFF header and one directory.
  /// - Parameters:
  ///   - entries: Tag, type, count and the four bytes of value or offset.
  ///   - bigEndian: The byte order.
  ///   - trailer: What follows the directory; its first byte is at offset 14 + 12 × entries.
  /// - Returns: The bytes after "Exif" and two zeros.
  package static func tiff(
    _ entries: [(tag: UInt16, type: UInt16, count: UInt32, value: [UInt8])], bigEndian: Bool = true,
    trailer: [UInt8] = []
  ) -> [UInt8] {
    func number(_ value: UInt32, _ count: Int) -> [UInt8] {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * UInt32($0))) }
      return bigEndian ? bytes.reversed() : bytes
    }
    var bytes: [UInt8] = bigEndian ? [0x4D, 0x4D] : [0x49, 0x49]
    bytes += number(42, 2) + number(8, 4) + number(UInt32(entries.count), 2)
    for entry in entries {
      bytes += number(UInt32(entry.tag), 2) + number(UInt32(entry.type), 2) + number(entry.count, 4) + entry.value
    }
    return bytes + number(0, 4) + trailer
  }

  /// Data that give an orientation and nothing else.
  package static func orientation(_ value: UInt16, bigEndian: Bool = true) -> [UInt8] {
    let (high, low) = (UInt8(value >> 8), UInt8(value & 0xFF))
    return tiff([(0x0112, 3, 1, bigEndian ? [high, low, 0, 0] : [low, high, 0, 0])], bigEndian: bigEndian)
  }
}
