package import ScanModel

/// A request to read the screenshot whose descriptor comes with the frame.
package struct RecognitionRequest: Sendable, Hashable {
  package var picture: RequestedPicture
  /// Of `shareCount` workers on a screenshot, this one reads the lines whose number modulo `shareCount` is `share`.
  package var share: Int
  package var shareCount: Int
  /// The prepared image, or the plain one with a single share.
  package var form: RecognitionInput
  /// Whether this worker also reads the codes, after its words.
  package var readsCodes: Bool

  package init(
    _ picture: RequestedPicture, share: Int, shareCount: Int, form: RecognitionInput = .prepared,
    readsCodes: Bool = false
  ) {
    self.picture = picture
    self.share = share
    self.shareCount = shareCount
    self.form = form
    self.readsCodes = readsCodes
  }

  package func frame(request: UInt64) -> Frame {
    Frame(.request, request: request) { writer in
      writer.write(picture)
      writer.write(UInt16(share), UInt16(shareCount))
      writer.write(form)
      writer.write(UInt8(readsCodes ? 1 : 0))
    }
  }

  package init(_ frame: Frame) throws(ProtocolViolation) {
    guard frame.kind == .request else { throw ProtocolViolation("not a request") }
    var reader = ByteReader(frame.payload)
    picture = try reader.readPicture()
    share = try reader.read(UInt16.self, in: 0...1023)
    shareCount = try reader.read(UInt16.self, in: share + 1...1024)
    form = try reader.readForm()
    readsCodes = try reader.read(UInt8.self, in: 0...1) == 1
    try reader.finish()
  }
}

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

/// A request for the pixels of the screenshot whose descriptor comes first with the frame. The second is that of the
/// memory file of fixed size that receives them: 8-bit red, green and blue, rows from the top, tightly packed.
package struct RenderingRequest: Sendable, Hashable {
  package static let maximumResultSide = 16_384

  package var picture: RequestedPicture
  /// The result keeps its shape and is scaled down until it fits into this size in pixels; it is never scaled up.
  package var fittingWidth: Int
  package var fittingHeight: Int
  package var capacity: Int

  package init(_ picture: RequestedPicture, fittingWidth: Int, fittingHeight: Int, capacity: Int) {
    self.picture = picture
    self.fittingWidth = fittingWidth
    self.fittingHeight = fittingHeight
    self.capacity = capacity
  }

  package func frame(request: UInt64) -> Frame {
    Frame(.render, request: request) { writer in
      writer.write(picture)
      writer.write(UInt32(fittingWidth), UInt32(fittingHeight), UInt64(capacity))
    }
  }

  package init(_ frame: Frame) throws(ProtocolViolation) {
    guard frame.kind == .render else { throw ProtocolViolation("not a request for pixels") }
    var reader = ByteReader(frame.payload)
    picture = try reader.readPicture()
    fittingWidth = try reader.read(UInt32.self, in: 1...Self.maximumResultSide)
    fittingHeight = try reader.read(UInt32.self, in: 1...Self.maximumResultSide)
    capacity = try reader.read(UInt64.self, in: 1...(1 << 40))
    try reader.finish()
  }
}

/// The picture of a request, and its limits, which are checked before anything is allocated.
package struct RequestedPicture: Sendable, Hashable {
  package var byteCount: Int
  package var maximumPixels: Int

  package init(byteCount: Int, maximumPixels: Int) {
    self.byteCount = byteCount
    self.maximumPixels = maximumPixels
  }
}

extension ByteWriter {
  mutating func write(_ picture: RequestedPicture) {
    write(UInt64(picture.byteCount), UInt64(picture.maximumPixels))
  }
}

extension ByteReader {
  mutating func readPicture() throws(ProtocolViolation) -> RequestedPicture {
    RequestedPicture(
      byteCount: try read(UInt64.self, in: 0...(1 << 40)), maximumPixels: try read(UInt64.self, in: 1...(1 << 40)))
  }
}
