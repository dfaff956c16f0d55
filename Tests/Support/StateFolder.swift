internal import Foundation
package import LinuxSystem
package import SystemPackage

/// Where a program keeps its files in one test: a folder of its own, gone with the test.
package final class StateFolder: Sendable {
  private let folder = TemporaryFolder()
  package var root: FilePath { folder.path }
  /// Where the files go; does not exist at first.
  package var directory: FilePath { root.appending("state") }

  package init() {}

  package func path(_ name: String) -> String { directory.appending(name).string }

  package func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: directory.string).sorted()
  }

  /// Permission bits of a file in the directory, or of the directory itself.
  /// - Throws: `SystemError` with ENOENT if it is not there.
  package func mode(_ name: String? = nil) throws(SystemError) -> UInt32 {
    try FileStatus(of: name.map { directory.appending($0) } ?? directory, followingSymlinks: false).permissions
  }
}
