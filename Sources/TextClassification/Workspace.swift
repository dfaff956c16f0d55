internal import Glibc

/// Memory that one run of the encoder works with, which goes back to the system as a whole.
///
/// @safe: `start` and `count` are those of one mapping of its own, given up in `deinit`.
/// @unchecked Sendable: one run has it at a time.
@safe final class Workspace: @unchecked Sendable {
  let start: UnsafeMutableRawPointer
  let count: Int

  init(count: Int) {
    let mapped = unsafe mmap(nil, count, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    // As every allocation of Swift's.
    guard let mapped = unsafe mapped, unsafe mapped != MAP_FAILED else { fatalError("no memory is left") }
    unsafe start = mapped
    self.count = count
  }

  deinit { unsafe munmap(start, count) }
}
