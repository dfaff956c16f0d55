internal import CLinux
internal import Glibc

/// An anonymous file in memory that is being filled; `seal()` makes it immutable.
package struct UnsealedMemory: ~Copyable {
  private let descriptor: OwnedDescriptor
  /// Bytes written so far.
  package private(set) var byteCount: Int64 = 0

  /// Creates an empty file (memfd_create(2)). The name only appears in /proc.
  /// - Throws: `SystemError` with EMFILE, ENFILE or ENOMEM.
  package init(name: String) throws(SystemError) {
    descriptor = unsafe try OwnedDescriptor(result: ocrscan_memory_file(name), of: "memfd_create")
  }

  /// Appends bytes.
  /// - Throws: `SystemError` with ENOMEM or ENOSPC.
  package mutating func append(_ bytes: RawSpan) throws(SystemError) {
    try descriptor.write(bytes)
    byteCount += Int64(bytes.byteCount)
  }

  /// Ends filling: from now on no process can change a byte or the size.
  package consuming func seal() throws(SystemError) -> SealedMemory {
    let result = ocrscan_seal(descriptor.raw)
    guard result == 0 else { throw SystemError("fcntl", errno: -result) }
    return SealedMemory(descriptor: descriptor, byteCount: byteCount)
  }
}

/// Bytes in memory that no process can change any more, and that can be passed to another one as a descriptor.
///
/// Because the size is sealed too, a mapping can never raise SIGBUS, as a mapping of a normal file can.
package struct SealedMemory: ~Copyable, Sendable {
  /// Its flags allow reading and writing, but it is sealed against writes (fcntl(2), F_SEAL_WRITE).
  package let descriptor: OwnedDescriptor
  package let byteCount: Int64

  init(descriptor: consuming OwnedDescriptor, byteCount: Int64) {
    self.descriptor = descriptor
    self.byteCount = byteCount
  }

  /// Maps the bytes while `body` runs. Pages are loaded when touched, so looking at both ends is cheap.
  /// - Throws: `SystemError` with ENOMEM if they cannot be mapped.
  package borrowing func withBytes<Result>(_ body: (RawSpan) -> Result) throws(SystemError) -> Result {
    try Self.withMapping(of: descriptor.raw, byteCount: Int(byteCount), body)
  }

  /// Maps a file that another process sent, while `body` runs.
  ///
  /// A file that is shorter than claimed, or that could still be shortened, is refused: reading the mapping could raise
  /// SIGBUS (mmap(2)).
  /// - Throws: `SystemError` with EINVAL for such a file, or the reason of mmap(2).
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

  /// Seals bytes of this process.
  /// - Throws: `SystemError` with ENOMEM, EMFILE or ENFILE.
  package static func holding(_ bytes: [UInt8]) throws(SystemError) -> SealedMemory {
    var memory = try UnsealedMemory(name: "bytes")
    unsafe try memory.append(bytes.span.bytes)
    return try memory.seal()
  }
}
