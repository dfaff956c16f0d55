/// Working memory of one run of the encoder, some 4 MB. `ResidentMemory.release()` returns it to the system once it is freed.
///
/// @safe: `start` is an allocation of `count` bytes, owned by this object until `deinit`.
/// @unchecked Sendable: only one run has it at a time.
@safe final class Workspace: @unchecked Sendable {
  /// Alignment to cache lines, as `ct_forward` requires.
  private static let alignment = 64

  let start: UnsafeMutableRawPointer
  let count: Int

  init(count: Int) {
    unsafe start = .allocate(byteCount: count, alignment: Self.alignment)
    self.count = count
  }

  deinit { unsafe start.deallocate() }
}
