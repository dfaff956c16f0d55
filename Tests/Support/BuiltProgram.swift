import Glibc
package import SystemPackage

/// The programs of this build, which tests run from outside as a user would.
package enum BuiltProgram {
  package struct Missing: Error {
    package var path: String
  }

  /// The folder with the programs: beside the running test bundle, or those of another build (.ci/run).
  package static var folder: FilePath {
    if let other = unsafe getenv("OCR_SCAN_PROGRAMS") { return FilePath(unsafe String(cString: other)) }
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = unsafe readlink("/proc/self/exe", &buffer, buffer.count - 1)
    let path = String(decoding: buffer.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return FilePath(path).removingLastComponent()
  }

  /// The absolute path of a program.
  /// - Throws: `Missing` if it was not built.
  package static func path(_ name: String) throws -> FilePath {
    let path = folder.appending(name)
    guard unsafe access(path.string, X_OK) == 0 else { throw Missing(path: path.string) }
    return path
  }
}
