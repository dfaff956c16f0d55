package import SystemPackage

extension FilePath {
  /// The path, safe to display: control and bidirectional characters and invalid UTF-8 are escaped.
  package var displayName: String { TerminalEscaping.escaped(bytes: bytes) }

  /// The last component, safe to display; the whole path if there is none.
  package var displayFileName: String {
    guard let name = lastComponent else { return displayName }
    return TerminalEscaping.escaped(bytes: FilePath(root: nil, CollectionOfOne(name)).bytes)
  }

  /// The raw bytes of the path without the terminating NUL. File names on Linux are bytes, not text.
  package var bytes: [UInt8] {
    unsafe withPlatformString { start in
      let count = length
      return unsafe [UInt8](
        UnsafeRawBufferPointer(start: start, count: count))
    }
  }

  /// A path from bytes; a NUL byte ends it.
  package init(bytes: [UInt8]) {
    let terminated = (bytes.prefix { $0 != 0 } + [0]).map { CChar(bitPattern: $0) }
    self = unsafe terminated.withUnsafeBufferPointer { buffer in
      guard let start = buffer.baseAddress else { return FilePath() }
      return unsafe FilePath(platformString: start)
    }
  }
}
