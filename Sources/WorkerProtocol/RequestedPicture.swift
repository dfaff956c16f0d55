/// The picture of a request, behind the descriptor that comes first with the frame, and its limits, which are checked
/// before anything is allocated.
package struct RequestedPicture: Sendable, Hashable {
  /// Size of the file.
  package var byteCount: Int
  package var maximumPixels: Int
  package var maximumSide: Int

  package init(byteCount: Int, maximumPixels: Int, maximumSide: Int = 16_384) {
    self.byteCount = byteCount
    self.maximumPixels = maximumPixels
    self.maximumSide = maximumSide
  }
}

extension ByteWriter {
  mutating func write(_ picture: RequestedPicture) {
    write(UInt64(picture.byteCount))
    write(UInt64(picture.maximumPixels))
    write(UInt32(picture.maximumSide))
  }
}

extension ByteReader {
  mutating func readPicture() throws(ProtocolViolation) -> RequestedPicture {
    RequestedPicture(
      byteCount: try read(UInt64.self, in: 0...(1 << 40)), maximumPixels: try read(UInt64.self, in: 1...(1 << 40)),
      maximumSide: try read(UInt32.self, in: 1...(1 << 24)))
  }
}
