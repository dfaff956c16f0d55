internal import Glibc
package import SystemPackage

/// Finds programs as a shell does.
package enum ProgramSearch {
  /// Looks for a program in the folders of `path`; nil if it is in none. Relative folders do not count: what they mean
  /// changes with the working directory.
  /// - Parameters:
  ///   - name: Without a folder.
  ///   - path: The value of `PATH`.
  /// - Returns: Its path, symbolic links not followed.
  package static func find(_ name: String, in path: String) -> FilePath? {
    for folder in path.split(separator: ":") where folder.hasPrefix("/") {
      let candidate = FilePath(String(folder)).appending(name)
      guard (try? FileStatus(of: candidate, followingSymlinks: true))?.kind == .regular else { continue }
      if unsafe candidate.withPlatformString({ unsafe access($0, X_OK) }) == 0 { return candidate }
    }
    return nil
  }
}
