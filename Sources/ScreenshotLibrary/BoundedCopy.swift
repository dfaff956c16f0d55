internal import Hashing
internal import LinuxSystem
internal import SystemPackage

/// Copies a descriptor into memory and hashes it on the way, one buffer at a time.
struct BoundedCopy: ~Copyable {
  /// Fits into the second-level cache; larger buffers measured no faster.
  private static let bufferSize = 128 * 1024

  private var memory: UnsealedMemory
  private var hash = SHA256()

  init(name: String) throws(SystemError) {
    memory = try UnsealedMemory(name: name)
  }

  var byteCount: Int64 { memory.byteCount }

  /// Reads until the end or the limit.
  /// - Returns: Whether the end came within the limit.
  mutating func append(from descriptor: Int32, upTo limit: Int64) throws(SystemError) -> Bool {
    var buffer = [UInt8](repeating: 0, count: Self.bufferSize)
    while true {
      let room = limit - byteCount
      // At the limit, one more byte tells whether the input goes on.
      let wanted = max(1, Int(min(Int64(buffer.count), room)))
      let count = try OwnedDescriptor.read(from: descriptor, into: &buffer, atMost: wanted)
      if count == 0 { return true }
      if room <= 0 { return false }
      let bytes = unsafe buffer.span.extracting(first: count).bytes
      try append(bytes)
    }
  }

  /// Appends bytes that are already in memory.
  mutating func append(_ bytes: RawSpan) throws(SystemError) {
    hash.update(bytes)
    try memory.append(bytes)
  }

  /// The hash of the bytes so far in hexadecimal; resets the hash.
  mutating func sha256() -> String { SHA256.hexadecimal(hash.finish()) }

  consuming func seal() throws(SystemError) -> SealedMemory { try memory.seal() }
}
