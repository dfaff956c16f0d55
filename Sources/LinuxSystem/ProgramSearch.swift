internal import Glibc
package import SystemPackage

/// Finds programs as a shell does.
package enum ProgramSearch {
  /// Looks for a program in the folders of `path`; nil if none has it. Relative folders are skipped: their meaning
  /// depends on the working directory.
  /// - Parameters:
  ///   - name: Name without a folder.
  ///   - path: The value of `PATH`.
  /// - Returns: Its path, without following symbolic links.
  package static func find(_ name: String, in path: String) -> FilePath? {
    for folder in path.split(separator: ":") where folder.hasPrefix("/") {
      let candidate = FilePath(String(folder)).appending(name)
      guard (try? FileStatus(of: candidate, followingSymlinks: true))?.kind == .regular else { continue }
      if unsafe candidate.withPlatformString({ unsafe access($0, X_OK) }) == 0 { return candidate }
    }
    return nil
  }
}
