internal import Glibc

package enum CStrings {
  /// Calls a body with an array that ends with a null pointer, as execve(2) takes it; valid as long as the body runs.
  package static func with<Result>(
    _ strings: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
  ) -> Result {
    let copies = unsafe strings.map { unsafe strdup($0) } + [nil]
    defer { unsafe copies.forEach { unsafe free($0) } }
    return unsafe body(copies)
  }
}
