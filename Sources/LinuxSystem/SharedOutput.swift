internal import CLinux
internal import Glibc

/// An anonymous file in memory that another process fills, but cannot extend.
///
/// The size is fixed and sealed, and pages take memory only when written, so the kernel enforces the limit at no cost.
package struct SharedOutput: ~Copyable, Sendable {
  /// The descriptor to send to the other process.
  package let descriptor: OwnedDescriptor
  /// In bytes.
  package let capacity: Int64

  /// Creates an empty file (memfd_create(2)). The name only appears in /proc.
  /// - Throws: `SystemError` with EMFILE, ENFILE, ENOMEM or EFBIG.
  package init(name: String, capacity: Int64) throws(SystemError) {
    let file = unsafe try OwnedDescriptor(result: ocrscan_memory_file(name), of: "memfd_create")
    let result = ocrscan_fix_size(file.raw, UInt64(capacity))
    guard result == 0 else { throw SystemError("ftruncate", errno: -result) }
    descriptor = file
    self.capacity = capacity
  }

  /// Ends filling: from now on no process can change a byte. Takes any descriptor of the file.
  /// - Throws: `SystemError` with EBUSY if a process still has the file mapped for writing (fcntl(2)).
  package static func seal(descriptor: Int32) throws(SystemError) {
    let result = ocrscan_seal(descriptor)
    guard result == 0 else { throw SystemError("fcntl", errno: -result) }
  }

  /// The first `byteCount` bytes of the sealed file.
  /// - Throws: `SystemError` with EINVAL for more bytes than the capacity, and for a file that can still be changed.
  package consuming func sealed(byteCount: Int64) throws(SystemError) -> SealedMemory {
    guard (0...capacity).contains(byteCount), ocrscan_is_sealed(descriptor.raw) == 1 else {
      throw SystemError("fcntl", errno: EINVAL)
    }
    return SealedMemory(descriptor: descriptor, byteCount: byteCount)
  }

  /// Writes bytes to the start of such a file that another process sent.
  /// - Throws: `SystemError` with EINVAL for a file that is too small or could be shortened: writing to the mapping
  ///   could raise SIGBUS (mmap(2)).
  package static func fill(descriptor: Int32, with bytes: UnsafeRawBufferPointer) throws(SystemError) {
    let status = try FileStatus(ofDescriptor: descriptor)
    guard ocrscan_has_fixed_size(descriptor) == 1, status.size >= bytes.count, let start = bytes.baseAddress
    else { throw SystemError("mmap", errno: EINVAL) }
    let result = unsafe ocrscan_fill(descriptor, start, UInt64(bytes.count))
    guard result == 0 else { throw SystemError("mmap", errno: -result) }
  }
}
