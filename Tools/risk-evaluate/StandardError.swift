import SystemPackage

/// Lines for people beside the figures.
enum StandardError {
  static func print(_ line: String) {
    _ = try? FileDescriptor.standardError.writeAll(Array((line + "\n").utf8))
  }
}
