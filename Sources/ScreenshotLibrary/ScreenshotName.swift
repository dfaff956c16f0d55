internal import SystemPackage

/// What a file name tells before anything is opened.
package enum ScreenshotName {
  /// Whether a file of this name is worth checking: it ends in ".png" in any case. White space after it is ignored,
  /// because names copied by hand often have some. Only the first bytes tell what the file really is.
  package static func isCandidate(_ name: [UInt8]) -> Bool {
    unsafe isCandidate(name.span.bytes)
  }

  /// Like `isCandidate(_:)`, for borrowed bytes.
  static func isCandidate(_ name: RawSpan) -> Bool {
    var end = name.byteCount
    while end > 0, isWhiteSpace(name.byte(at: end - 1)) { end -= 1 }
    // "x.png" is the shortest; ".png" alone is a hidden file without an extension.
    guard end > 4, name.byte(at: end - 4) == UInt8(ascii: ".") else { return false }
    // Setting bit 5 turns ASCII capitals into lower case and maps nothing else to p, n or g.
    return name.byte(at: end - 3) | 0x20 == UInt8(ascii: "p")
      && name.byte(at: end - 2) | 0x20 == UInt8(ascii: "n")
      && name.byte(at: end - 1) | 0x20 == UInt8(ascii: "g")
  }

  /// Whether listings skip the file: its name starts with a dot, like the names of files being written.
  package static func isHidden(_ name: [UInt8]) -> Bool {
    name.first == UInt8(ascii: ".")
  }

  static func isHidden(_ name: RawSpan) -> Bool {
    name.byteCount > 0 && name.byte(at: 0) == UInt8(ascii: ".")
  }

  private static func isWhiteSpace(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || (0x09...0x0D).contains(byte)
  }
}

extension RawSpan {
  fileprivate func byte(at offset: Int) -> UInt8 {
    // Safe: every bit pattern is a valid integer, and the span checks its bounds.
    unsafe unsafeLoad(fromByteOffset: offset, as: UInt8.self)
  }
}

extension FilePath {
  /// The path of an entry of this folder; nil if `name` is not a single path component.
  func appending(name: [UInt8]) -> FilePath? {
    guard !name.isEmpty, !name.contains(0), !name.contains(UInt8(ascii: "/")) else { return nil }
    let terminated = (name + [0]).map { CChar(bitPattern: $0) }
    return unsafe terminated.withUnsafeBufferPointer { buffer in
      guard let start = buffer.baseAddress, let component = unsafe Component(platformString: start) else { return nil }
      return appending(component)
    }
  }
}
