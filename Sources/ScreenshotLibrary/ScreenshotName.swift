internal import SystemPackage

/// What a file name tells before anything is opened.
enum ScreenshotName {
  /// In lower case.
  private static let extensions: [[UInt8]] = [".png", ".jpg", ".jpeg", ".webp"].map { Array($0.utf8) }

  /// Whether a file of this name is worth checking: it ends in one of the extensions in any case. White space after it
  /// is ignored, because names copied by hand often have some.
  static func isCandidate(_ name: RawSpan) -> Bool {
    var end = name.byteCount
    while end > 0, isWhiteSpace(name.byte(at: end - 1)) { end -= 1 }
    // "x.png" is the shortest; ".png" alone is a hidden file without an extension.
    return extensions.contains { suffix in end > suffix.count && name.ends(with: suffix, at: end) }
  }

  /// Whether listings skip the file: its name starts with a dot, like the names of files being written.
  static func isHidden(_ name: RawSpan) -> Bool {
    name.byteCount > 0 && name.byte(at: 0) == UInt8(ascii: ".")
  }

  private static func isWhiteSpace(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || (0x09...0x0D).contains(byte)
  }
}

extension RawSpan {
  func byte(at offset: Int) -> UInt8 {
    // Safe: every bit pattern is a valid integer, and the span checks its bounds.
    unsafe unsafeLoad(fromByteOffset: offset, as: UInt8.self)
  }

  /// Whether a suffix, a dot and lower-case letters, precedes `end` in any case.
  fileprivate func ends(with suffix: [UInt8], at end: Int) -> Bool {
    let start = end - suffix.count
    guard start >= 0, byte(at: start) == suffix[0] else { return false }
    // Setting bit 5 turns ASCII capitals into lower case and maps nothing else to a letter.
    return (1..<suffix.count).allSatisfy { byte(at: start + $0) | 0x20 == suffix[$0] }
  }
}

extension FilePath {
  /// The path of an entry of this folder; nil if `name` is not a single path component.
  func appending(name: [UInt8]) -> FilePath? {
    guard !name.isEmpty, !name.contains(0), !name.contains(UInt8(ascii: "/")) else { return nil }
    let terminated = (name + [0]).map { CChar(bitPattern: $0) }
    return Component(platformString: terminated).map { appending($0) }
  }
}
