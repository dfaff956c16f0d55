internal import Glibc

/// Strings as a NULL-terminated array of C strings, as execve(2) takes them.
///
/// Safe: it owns the array and every string in it, from `init` to `deinit`, and never changes them.
@safe package final class CStringArray {
  private let storage: UnsafeMutableBufferPointer<UnsafeMutablePointer<CChar>?>

  package init(_ strings: [String]) {
    unsafe storage = .allocate(capacity: strings.count + 1)
    let copies = unsafe strings.map { unsafe strdup($0) } + [nil]
    _ = unsafe storage.initialize(from: copies)
  }

  /// Valid as long as this object lives.
  @unsafe package var pointer: UnsafePointer<UnsafeMutablePointer<CChar>?> {
    guard let base = unsafe storage.baseAddress else { preconditionFailure("allocated with at least one element") }
    return unsafe UnsafePointer(base)
  }

  deinit {
    for index in unsafe storage.indices { unsafe free(storage[index]) }
    unsafe storage.deallocate()
  }
}
