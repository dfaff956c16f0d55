package import ScanModel

/// A request to draw on the first file, a screenshot. The second, of fixed size, receives the result as a PNG.
package struct AnnotationRequest: Sendable, Hashable {
  package var picture: RequestedPicture
  /// Most bytes of the result.
  package var capacity: Int
  package var annotation: Annotation

  /// The answers by their numbers on the wire.
  private static let answers: [ScanAnswer] = [.unknown, .clear, .unsure, .suspicious, .scam]

  package init(_ picture: RequestedPicture, capacity: Int, annotation: Annotation) {
    self.picture = picture
    self.capacity = capacity
    self.annotation = annotation
  }

  package func frame(request: UInt64) -> Frame {
    Frame(.annotate, request: request) { writer in
      writer.write(picture)
      writer.write(UInt64(capacity))
      writer.write(annotation.answer, numberedBy: Self.answers)
      writer.write(annotation.heading)
      writer.write(annotation.reason)
      writer.write(boxes: annotation.boxes)
      writer.write(boxes: annotation.hiddenBoxes)
    }
  }

  package init(_ frame: Frame) throws(ProtocolViolation) {
    guard frame.kind == .annotate else { throw ProtocolViolation("not a request to draw") }
    var reader = ByteReader(frame.payload)
    picture = try reader.readPicture()
    capacity = try reader.read(UInt64.self, in: 1...(1 << 40))
    annotation = Annotation(
      answer: try reader.read(numberedBy: Self.answers, "answer"), heading: try reader.readCaption(),
      reason: try reader.readCaption(), boxes: try reader.readBoxes(), hiddenBoxes: try reader.readBoxes())
    try reader.finish()
  }
}

extension ByteWriter {
  /// Writes at most `ProtocolLimits.maximumBoxes` boxes.
  fileprivate mutating func write(boxes: [PixelRect]) {
    let boxes = boxes.prefix(ProtocolLimits.maximumBoxes)
    write(UInt16(boxes.count))
    for box in boxes { write(box) }
  }
}

extension ByteReader {
  fileprivate mutating func readBoxes() throws(ProtocolViolation) -> [PixelRect] {
    var boxes: [PixelRect] = []
    for _ in 0..<(try read(UInt16.self, in: 0...ProtocolLimits.maximumBoxes)) { boxes.append(try readBox()) }
    return boxes
  }

  /// Reads text that the worker's font can show: printable ASCII of limited length.
  fileprivate mutating func readCaption() throws(ProtocolViolation) -> String {
    let text = try readString()
    guard text.utf8.count <= Annotation.maximumTextLength, text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else {
      throw ProtocolViolation("caption is too long or not ASCII")
    }
    return text
  }
}
