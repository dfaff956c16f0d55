internal import Glibc
internal import ScanModel
package import SystemPackage

/// A folder for one test, removed after the test.
package final class TemporaryFolder: Sendable {
  package let path: FilePath

  package init() {
    var template = Array("/tmp/ocr-scan-test-XXXXXX".utf8CString)
    let made = unsafe template.withUnsafeMutableBufferPointer { buffer in
      unsafe buffer.baseAddress.map { unsafe mkdtemp($0) != nil } ?? false
    }
    precondition(made)
    path = FilePath(String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self))
    // Other users must be able to enter it, for the tests of their permissions.
    Files.setMode(path, 0o755)
  }

  deinit {
    Files.remove(path)
  }

  package func callAsFunction(_ name: String) -> FilePath { path.appending(name) }

  package func callAsFunction(_ name: [UInt8]) -> FilePath { FilePath(bytes: path.bytes + [UInt8(ascii: "/")] + name) }
}
