package import ScanModel

/// A request to read the screenshot whose descriptor comes with the frame.
package struct RecognitionRequest: Sendable, Hashable {
  /// Bytes of the picture behind the descriptor.
  package var byteCount: Int
  /// Of `shareCount` workers with the same screenshot, this one reads the lines whose number modulo `shareCount` is
  /// `share`.
  package var share: Int
  package var shareCount: Int
  /// Limits, checked before anything is allocated.
  package var maximumPixels: Int
  package var maximumSide: Int
  /// The prepared image, or, only with a single share, the plain one.
  package var form: RecognitionInput
  /// Whether this worker also reads the codes, after its words.
  package var readsCodes: Bool

  package init(
    byteCount: Int, share: Int, shareCount: Int, maximumPixels: Int, maximumSide: Int,
    form: RecognitionInput = .prepared, readsCodes: Bool = false
  ) {
    self.byteCount = byteCount
    self.share = share
    self.shareCount = shareCount
    self.maximumPixels = maximumPixels
    self.maximumSide = maximumSide
    self.form = form
    self.readsCodes = readsCodes
  }

  package func frame(request: UInt64) -> Frame {
    var writer = ByteWriter()
    writer.write(UInt64(byteCount))
    writer.write(UInt16(share))
    writer.write(UInt16(shareCount))
    writer.write(UInt64(maximumPixels))
    writer.write(UInt32(maximumSide))
    writer.write(form)
    writer.write(UInt8(readsCodes ? 1 : 0))
    return Frame(kind: .request, request: request, payload: writer.bytes)
  }

  package init(_ frame: Frame) throws(ProtocolViolation) {
    guard frame.kind == .request else { throw ProtocolViolation("not a request") }
    var reader = ByteReader(frame.payload)
    byteCount = try reader.read(UInt64.self, in: 0...(1 << 40))
    share = try reader.read(UInt16.self, in: 0...1023)
    shareCount = try reader.read(UInt16.self, in: share + 1...1024)
    maximumPixels = try reader.read(UInt64.self, in: 1...(1 << 40))
    maximumSide = try reader.read(UInt32.self, in: 1...(1 << 24))
    form = try reader.readForm()
    readsCodes = try reader.read(UInt8.self, in: 0...1) == 1
    try reader.finish()
  }
}
