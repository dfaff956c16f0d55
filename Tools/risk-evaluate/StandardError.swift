import SystemPackage

/// Prints lines that are not part of the results.
enum StandardError {
  static func print(_ line: String) {
    _ = try? FileDescriptor.standardError.writeAll(Array((line + "\n").utf8))
  }
}
