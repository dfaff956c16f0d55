internal import Glibc

/// A file descriptor with exactly one owner, closed when the owner goes.
package struct OwnedDescriptor: ~Copyable, Sendable {
  /// The number of the descriptor; valid as long as this value lives.
  package let raw: Int32

  /// Takes ownership of an open descriptor.
  package init(takingOwnershipOf raw: Int32) {
    self.raw = raw
  }

  deinit {
    // close(2) frees the descriptor even when it reports EINTR or EIO, so there is nothing to repeat.
    close(raw)
  }

  /// Gives up ownership: the caller closes the descriptor from now on.
  package consuming func release() -> Int32 {
    let raw = self.raw
    discard self
    return raw
  }
}
