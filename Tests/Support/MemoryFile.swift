import Glibc
package import LinuxSystem

/// Unnamed files, for tests that pass descriptors.
package enum MemoryFile {
  /// An unlinked temporary file that holds the text.
  package static func make(_ text: String) throws -> OwnedDescriptor {
    var template = Array("/tmp/ocr-scan-test-XXXXXX".utf8CString)
    let raw = unsafe mkstemp(&template)
    guard raw >= 0 else { throw SystemError("mkstemp", errno: errno) }
    unsafe unlink(template)
    _ = fcntl(raw, F_SETFD, FD_CLOEXEC)
    _ = unsafe write(raw, text, text.utf8.count)
    return OwnedDescriptor(takingOwnershipOf: raw)
  }
}
