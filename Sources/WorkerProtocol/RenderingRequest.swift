/// A request for the pixels of the screenshot whose descriptor comes first with the frame. The second descriptor is the
/// memory file of fixed size that receives them: 8-bit red, green and blue, rows from the top, tightly packed.
package struct RenderingRequest: Sendable, Hashable {
  /// Largest side of a result in pixels.
  package static let maximumResultSide = 16_384

  /// Bytes of the file behind the first descriptor.
  package var byteCount: Int
  /// Limits, checked before anything is allocated.
  package var maximumPixels: Int
  package var maximumSide: Int
  /// The result keeps its shape and is scaled down until it fits into this size in pixels; it is never scaled up.
  package var fittingWidth: Int
  package var fittingHeight: Int
  /// Most bytes of the result: the size of the file behind the second descriptor.
  package var capacity: Int

  package init(
    byteCount: Int, maximumPixels: Int, maximumSide: Int, fittingWidth: Int, fittingHeight: Int, capacity: Int
  ) {
    self.byteCount = byteCount
    self.maximumPixels = maximumPixels
    self.maximumSide = maximumSide
    self.fittingWidth = fittingWidth
    self.fittingHeight = fittingHeight
    self.capacity = capacity
  }

  package func frame(request: UInt64) -> Frame {
    var writer = ByteWriter()
    writer.write(UInt64(byteCount))
    writer.write(UInt64(maximumPixels))
    writer.write(UInt32(maximumSide))
    writer.write(UInt32(fittingWidth))
    writer.write(UInt32(fittingHeight))
    writer.write(UInt64(capacity))
    return Frame(kind: .render, request: request, payload: writer.bytes)
  }

  package init(_ frame: Frame) throws(ProtocolViolation) {
    guard frame.kind == .render else { throw ProtocolViolation("not a request for pixels") }
    var reader = ByteReader(frame.payload)
    byteCount = try reader.read(UInt64.self, in: 0...(1 << 40))
    maximumPixels = try reader.read(UInt64.self, in: 1...(1 << 40))
    maximumSide = try reader.read(UInt32.self, in: 1...(1 << 24))
    fittingWidth = try reader.read(UInt32.self, in: 1...Self.maximumResultSide)
    fittingHeight = try reader.read(UInt32.self, in: 1...Self.maximumResultSide)
    capacity = try reader.read(UInt64.self, in: 1...(1 << 40))
    try reader.finish()
  }
}
