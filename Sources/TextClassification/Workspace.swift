internal import Glibc

/// Working memory of one run of the encoder. It is mapped apart, so that all of it returns to the system.
///
/// @safe: `start` and `count` describe one mapping of its own, unmapped in `deinit`.
/// @unchecked Sendable: only one run has it at a time.
@safe final class Workspace: @unchecked Sendable {
  let start: UnsafeMutableRawPointer
  let count: Int

  init(count: Int) {
    let mapped = unsafe mmap(nil, count, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    // As every failed allocation in Swift.
    guard let mapped = unsafe mapped, unsafe mapped != MAP_FAILED else { fatalError("no memory is left") }
    unsafe start = mapped
    self.count = count
  }

  deinit { unsafe munmap(start, count) }
}
