/// A WebP taken apart, for tests that change one part and put it together again.
package struct WebPParts: Sendable {
  package struct Chunk: Sendable {
    package var kind: String
    package var data: [UInt8]
    /// Replaces the correct length.
    package var length: UInt32?

    package init(_ kind: String, _ data: [UInt8]) {
      self.kind = kind
      self.data = data
    }
  }

  package var chunks: [Chunk] = []
  /// Replaces the correct file size.
  package var size: UInt32?

  package init(chunks: [Chunk]) { self.chunks = chunks }

  /// Takes apart a well-formed file.
  package init(_ file: [UInt8]) { self.init(chunks: Self.chunks(in: Array(file[12...]))) }

  /// The chunks inside a chunk.
  package static func chunks(in data: [UInt8]) -> [Chunk] {
    var chunks: [Chunk] = []
    var offset = 0
    while offset + 8 <= data.count {
      let length = (0..<4).reduce(0) { $0 | Int(data[offset + 4 + $1]) << (8 * $1) }
      let start = offset + 8
      chunks.append(
        Chunk(String(decoding: data[offset..<offset + 4], as: UTF8.self), Array(data[start..<start + length])))
      offset = start + length + length % 2
    }
    return chunks
  }

  package static func bytes(of chunks: [Chunk]) -> [UInt8] {
    chunks.flatMap { chunk -> [UInt8] in
      Array(chunk.kind.utf8) + number(chunk.length ?? UInt32(chunk.data.count), 4) + chunk.data
        + (chunk.data.count % 2 == 1 ? [0] : [])
    }
  }

  package var bytes: [UInt8] {
    let content = Array("WEBP".utf8) + Self.bytes(of: chunks)
    return Array("RIFF".utf8) + Self.number(size ?? UInt32(content.count), 4) + content
  }

  package subscript(kind: String) -> Chunk? {
    get { chunks.first { $0.kind == kind } }
    set {
      guard let index = chunks.firstIndex(where: { $0.kind == kind }) else { return }
      if let newValue { chunks[index] = newValue } else { chunks.remove(at: index) }
    }
  }

  /// Little-endian.
  package static func number(_ value: UInt32, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * UInt32($0))) }
  }
}
