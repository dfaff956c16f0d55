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
