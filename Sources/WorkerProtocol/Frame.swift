/// The unit of the worker's socket: a header of 18 bytes (magic, version, kind, request, length) and a payload.
package struct Frame: Sendable, Hashable {
  package enum Kind: UInt8, Sendable, CaseIterable {
    /// Client to worker: recognize the screenshot whose descriptor comes with this frame.
    case request = 1
    /// Client to worker: draw on the screenshot whose descriptor comes first with this frame, into the second file.
    case annotate = 2
    /// Client to worker: write the pixels of the first file, a screenshot, into the second.
    case render = 3
    case ready = 16
    /// Worker to client: size of the image and number of lines found.
    case layout = 17
    case line = 18
    /// Worker to client: the last line of this share was read.
    case finished = 19
    case failed = 20
    /// Worker to client: the annotated image is in the file that came with the request.
    case annotated = 21
    /// Worker to client: the codes of the screenshot, from the one share that was asked for them.
    case codes = 22
    /// Worker to client: the pixels are in the file that came with the request.
    case rendered = 23
  }

  package var kind: Kind
  /// Chosen by the client for each request; 0 in `ready`.
  package var request: UInt64
  package var payload: [UInt8]

  package init(kind: Kind, request: UInt64, payload: [UInt8]) {
    self.kind = kind
    self.request = request
    self.payload = payload
  }

  init(_ kind: Kind, request: UInt64, writing write: (inout ByteWriter) -> Void) {
    var writer = ByteWriter()
    write(&writer)
    self.init(kind: kind, request: request, payload: writer.bytes)
  }

  package func encoded() -> [UInt8] {
    var writer = ByteWriter()
    writer.write(ProtocolLimits.magic, ProtocolLimits.version, kind.rawValue, request, UInt32(payload.count))
    return writer.bytes + payload
  }
}

/// Splits a stream of bytes into frames. After an error, nothing more may be read from the peer.
package struct FrameDecoder: Sendable {
  private var buffer: [UInt8] = []
  private var start = 0
  private var total = 0

  package init() {}

  /// Adds bytes in pieces of any size, as they arrive.
  /// - Throws: `ProtocolViolation` when the peer has sent more than a reply may hold.
  package mutating func append(_ bytes: some Collection<UInt8>) throws(ProtocolViolation) {
    total += bytes.count
    guard total <= ProtocolLimits.maximumReply else { throw ProtocolViolation("reply is too long") }
    // Moves only what is left of the last piece, so that each byte is moved once, however small the frames are.
    buffer.removeSubrange(..<start)
    start = 0
    buffer += bytes
  }

  /// The next complete frame; nil until it has arrived.
  /// - Throws: `ProtocolViolation` for a wrong header. The length is checked before waiting for the payload.
  package mutating func next() throws(ProtocolViolation) -> Frame? {
    guard buffer.count - start >= ProtocolLimits.headerLength else { return nil }
    var header = ByteReader(Array(buffer[start..<start + ProtocolLimits.headerLength]))
    guard try header.read(UInt32.self) == ProtocolLimits.magic else { throw ProtocolViolation("no frame") }
    guard try header.read(UInt8.self) == ProtocolLimits.version else {
      throw ProtocolViolation("another version of the protocol")
    }
    guard let kind = Frame.Kind(rawValue: try header.read(UInt8.self)) else {
      throw ProtocolViolation("unknown kind of frame")
    }
    let request = try header.read(UInt64.self)
    let length = try header.read(UInt32.self, in: 0...ProtocolLimits.maximumPayload)
    let end = start + ProtocolLimits.headerLength + length
    guard buffer.count >= end else { return nil }
    let payload = Array(buffer[start + ProtocolLimits.headerLength..<end])
    start = end
    return Frame(kind: kind, request: request, payload: payload)
  }
}
