internal import Foundation
package import LinuxSystem
package import SystemPackage

/// The folder for a program's files in one test, removed after the test.
package final class StateFolder: Sendable {
  private let folder = TemporaryFolder()
  package var root: FilePath { folder.path }
  /// The directory of the files; does not exist at first.
  package var directory: FilePath { root.appending("state") }

  package init() {}

  package func path(_ name: String) -> String { directory.appending(name).string }

  package func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: directory.string).sorted()
  }

  /// Permission bits of a file in the directory, or of the directory itself.
  /// - Throws: `SystemError` with ENOENT if it does not exist.
  package func mode(_ name: String? = nil) throws(SystemError) -> UInt32 {
    try FileStatus(of: name.map { directory.appending($0) } ?? directory, followingSymlinks: false).permissions
  }
}
