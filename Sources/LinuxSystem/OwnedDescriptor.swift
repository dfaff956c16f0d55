internal import Glibc

/// A file descriptor with exactly one owner, closed when the owner is destroyed.
package struct OwnedDescriptor: ~Copyable, Sendable {
  /// The number of the descriptor; valid as long as this value lives.
  package let raw: Int32

  /// Takes ownership of an open descriptor.
  package init(takingOwnershipOf raw: Int32) {
    self.raw = raw
  }

  deinit {
    // close(2) frees the descriptor even if it reports EINTR or EIO, so there is nothing to retry.
    close(raw)
  }

  /// Gives up ownership: the caller must close the descriptor.
  package consuming func release() -> Int32 {
    let raw = self.raw
    discard self
    return raw
  }
}
