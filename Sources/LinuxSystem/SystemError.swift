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

  /// Returns the result of one of our C functions; a negative one is an errno.
  @discardableResult
  static func check<Result: SignedInteger>(_ call: String, _ result: Result) throws(SystemError) -> Result {
    guard result >= 0 else { throw SystemError(call, errno: Int32(-result)) }
    return result
  }

  /// Whether the user may not do that.
  package var isDenial: Bool { [.permissionDenied, .notPermitted].contains(Errno(rawValue: errno)) }

  /// The words of strerror(3), for example "No space left on device".
  package var reason: String { Errno(rawValue: errno).description }
}
