internal import Glibc
package import SystemPackage

/// Finds programs as a shell does.
package enum ProgramSearch {
  /// Looks for a program in the folders of `path`, the value of `PATH`; nil if none has it. Relative folders are
  /// skipped: their meaning depends on the working directory.
  package static func find(_ name: String, in path: String) -> FilePath? {
    for folder in path.split(separator: ":") where folder.hasPrefix("/") {
      let candidate = FilePath(String(folder)).appending(name)
      guard candidate.fileKind == .regular else { continue }
      if unsafe candidate.withPlatformString({ unsafe access($0, X_OK) }) == 0 { return candidate }
    }
    return nil
  }
}
