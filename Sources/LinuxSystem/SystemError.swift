internal import SystemPackage

/// A failed system call: which one, and why.
package struct SystemError: Error, Sendable, Hashable {
  /// The call, as its man page names it.
  package var call: String
  package var errno: Int32

  package init(_ call: String, errno: Int32) {
    self.call = call
    self.errno = errno
  }

  /// The words of strerror(3), for example "No space left on device".
  package var reason: String { Errno(rawValue: errno).description }
}
