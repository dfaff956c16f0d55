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
