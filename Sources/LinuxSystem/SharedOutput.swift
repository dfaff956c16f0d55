internal import CLinux
internal import Glibc

/// An anonymous file in memory that another process fills: it can write in it, but never beyond its end.
///
/// The size is fixed and sealed, and its pages take memory only where something was written, so the limit is the
/// kernel's and costs nothing.
package struct SharedOutput: ~Copyable, Sendable {
  /// To be sent to the other process.
  package let descriptor: OwnedDescriptor
  /// In bytes.
  package let capacity: Int64

  /// Makes an empty file (memfd_create(2)). The name shows up in /proc only.
  /// - Throws: `SystemError` with EMFILE, ENFILE, ENOMEM or EFBIG.
  package init(name: String, capacity: Int64) throws(SystemError) {
    let file = unsafe try OwnedDescriptor(result: ocrscan_memory_file(name), of: "memfd_create")
    let result = ocrscan_fix_size(file.raw, UInt64(capacity))
    guard result == 0 else { throw SystemError("ftruncate", errno: -result) }
    descriptor = file
    self.capacity = capacity
  }

  /// Ends filling: from now on nobody, in any process, can change a byte. Any descriptor of the file will do.
  /// - Throws: `SystemError` with EBUSY while a process still has the file mapped for writing (fcntl(2)).
  package static func seal(descriptor: Int32) throws(SystemError) {
    let result = ocrscan_seal(descriptor)
    guard result == 0 else { throw SystemError("fcntl", errno: -result) }
  }

  /// The first `byteCount` bytes, after the file was sealed.
  /// - Throws: `SystemError` with EINVAL for more bytes than there are, and for a file that can still be changed.
  package consuming func sealed(byteCount: Int64) throws(SystemError) -> SealedMemory {
    guard (0...capacity).contains(byteCount), ocrscan_is_sealed(descriptor.raw) == 1 else {
      throw SystemError("fcntl", errno: EINVAL)
    }
    return SealedMemory(descriptor: descriptor, byteCount: byteCount)
  }

  /// Puts bytes at the start of such a file that another process sent.
  /// - Throws: `SystemError` with EINVAL for a file that is too small or that somebody could shorten: writing to the
  ///   mapping could then end in SIGBUS (mmap(2)).
  package static func fill(descriptor: Int32, with bytes: UnsafeRawBufferPointer) throws(SystemError) {
    let status = try FileStatus(ofDescriptor: descriptor)
    guard ocrscan_has_fixed_size(descriptor) == 1, status.size >= bytes.count, let start = bytes.baseAddress
    else { throw SystemError("mmap", errno: EINVAL) }
    let result = unsafe ocrscan_fill(descriptor, start, UInt64(bytes.count))
    guard result == 0 else { throw SystemError("mmap", errno: -result) }
  }
}
