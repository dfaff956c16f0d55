import SystemPackage

/// Lines that are not part of the figures.
enum StandardError {
  static func print(_ line: String) {
    _ = try? FileDescriptor.standardError.writeAll(Array((line + "\n").utf8))
  }
}
