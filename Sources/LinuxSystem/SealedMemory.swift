internal import CLinux
internal import Glibc

/// An anonymous file in memory that is being filled; `seal()` makes it immutable.
package struct UnsealedMemory: ~Copyable {
  private let descriptor: OwnedDescriptor
  package private(set) var byteCount: Int64 = 0

  /// Creates an empty file (memfd_create(2)), whose name only appears in /proc. Throws EMFILE, ENFILE or ENOMEM.
  package init(name: String) throws(SystemError) {
    descriptor = unsafe try OwnedDescriptor(result: ocrscan_memory_file(name), of: "memfd_create")
  }

  /// - Throws: `SystemError` with ENOMEM or ENOSPC.
  package mutating func append(_ bytes: RawSpan) throws(SystemError) {
    try descriptor.write(bytes)
    byteCount += Int64(bytes.byteCount)
  }

  /// Ends filling: from now on no process can change a byte or the size.
  package consuming func seal() throws(SystemError) -> SealedMemory {
    try SystemError.check("fcntl", ocrscan_seal(descriptor.raw))
    return SealedMemory(descriptor: descriptor, byteCount: byteCount)
  }
}

/// Bytes in memory that no process can change any more, and that another one gets as a descriptor. Because the size is
/// sealed too, a mapping can never raise SIGBUS, as that of a normal file can.
package struct SealedMemory: ~Copyable, Sendable {
  /// Its flags allow reading and writing, but it is sealed against writes (fcntl(2), F_SEAL_WRITE).
  package let descriptor: OwnedDescriptor
  package let byteCount: Int64

  /// Maps the bytes while `body` runs. Pages are loaded when touched, so looking at both ends is cheap.
  /// - Throws: `SystemError` with ENOMEM if they cannot be mapped.
  package borrowing func withBytes<Result>(_ body: (RawSpan) -> Result) throws(SystemError) -> Result {
    try Self.withMapping(of: descriptor.raw, byteCount: Int(byteCount), body)
  }

  /// Maps a file that another process sent, while `body` runs.
  /// - Throws: `SystemError` with the reason of mmap(2), or EINVAL for a file that is shorter than claimed, or that
  ///   could still be shortened: reading the mapping could raise SIGBUS.
  package static func withBytes<Result>(
    ofDescriptor descriptor: Int32, byteCount: Int, _ body: (RawSpan) -> Result
  ) throws(SystemError) -> Result {
    guard byteCount > 0 else { return body(RawSpan()) }
    let status = try FileStatus(ofDescriptor: descriptor)
    guard ocrscan_is_sealed(descriptor) == 1, status.size >= byteCount else {
      throw SystemError("mmap", errno: EINVAL)
    }
    return try withMapping(of: descriptor, byteCount: byteCount, body)
  }

  private static func withMapping<Result>(
    of descriptor: Int32, byteCount: Int, _ body: (RawSpan) -> Result
  ) throws(SystemError) -> Result {
    guard byteCount > 0 else { return body(RawSpan()) }
    var start: UnsafeRawPointer?
    let error = unsafe ocrscan_map(descriptor, UInt64(byteCount), &start)
    guard error == 0, let start = unsafe start else { throw SystemError("mmap", errno: -error) }
    defer { unsafe ocrscan_unmap(start, UInt64(byteCount)) }
    let bytes = unsafe UnsafeRawBufferPointer(start: start, count: byteCount)
    return unsafe body(bytes.bytes)
  }

  /// Seals bytes of this process. Throws ENOMEM, EMFILE or ENFILE.
  package static func holding(_ bytes: [UInt8]) throws(SystemError) -> SealedMemory {
    var memory = try UnsealedMemory(name: "bytes")
    unsafe try memory.append(bytes.span.bytes)
    return try memory.seal()
  }
}

/// An anonymous file in memory that another process fills, but cannot extend: its size is sealed. Pages take memory
/// only when written, so the kernel enforces the limit at no cost.
package struct SharedOutput: ~Copyable, Sendable {
  package let descriptor: OwnedDescriptor
  package let capacity: Int64

  /// Creates an empty file (memfd_create(2)), whose name only appears in /proc. Throws EMFILE, ENFILE, ENOMEM or EFBIG.
  package init(name: String, capacity: Int64) throws(SystemError) {
    let file = unsafe try OwnedDescriptor(result: ocrscan_memory_file(name), of: "memfd_create")
    try SystemError.check("ftruncate", ocrscan_fix_size(file.raw, UInt64(capacity)))
    descriptor = file
    self.capacity = capacity
  }

  /// Ends filling: from now on no process can change a byte. Takes any descriptor of the file.
  /// - Throws: `SystemError` with EBUSY if a process still has the file mapped for writing (fcntl(2)).
  package static func seal(descriptor: Int32) throws(SystemError) {
    try SystemError.check("fcntl", ocrscan_seal(descriptor))
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
    try SystemError.check("mmap", unsafe ocrscan_fill(descriptor, start, UInt64(bytes.count)))
  }
}
