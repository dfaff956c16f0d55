internal import SystemPackage

/// What the name of a file tells, before anything is opened.
package enum ScreenshotName {
  /// Whether a file of this name is worth a look: it ends in ".png" in any case; white space behind it is forgiven,
  /// because copying names by hand leaves some. What the file really is, only its first bytes tell.
  package static func isCandidate(_ name: [UInt8]) -> Bool {
    unsafe isCandidate(name.span.bytes)
  }

  /// The same for bytes that belong to somebody else.
  static func isCandidate(_ name: RawSpan) -> Bool {
    var end = name.byteCount
    while end > 0, isWhiteSpace(name.byte(at: end - 1)) { end -= 1 }
    // "x.png" is the shortest; ".png" alone is a hidden file without a name.
    guard end > 4, name.byte(at: end - 4) == UInt8(ascii: ".") else { return false }
    // Setting bit 5 makes ASCII letters lower-case, and nothing but P, N and G becomes p, n and g.
    return name.byte(at: end - 3) | 0x20 == UInt8(ascii: "p")
      && name.byte(at: end - 2) | 0x20 == UInt8(ascii: "n")
      && name.byte(at: end - 1) | 0x20 == UInt8(ascii: "g")
  }

  /// Whether listings leave the file out: its name starts with a dot, as the names of files do that are being written.
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
    // Safe for integers, for which every pattern of bits is a value; the span checks its bounds.
    unsafe unsafeLoad(fromByteOffset: offset, as: UInt8.self)
  }
}

extension FilePath {
  /// The path of an entry of this folder; nil if `name` is not one component of a path.
  func appending(name: [UInt8]) -> FilePath? {
    guard !name.isEmpty, !name.contains(0), !name.contains(UInt8(ascii: "/")) else { return nil }
    let terminated = (name + [0]).map { CChar(bitPattern: $0) }
    return unsafe terminated.withUnsafeBufferPointer { buffer in
      guard let start = buffer.baseAddress, let component = unsafe Component(platformString: start) else { return nil }
      return appending(component)
    }
  }
}
