internal import LinuxSystem
package import SystemPackage

extension FilePath {
  /// The absolute path, so that the history knows the file after the working directory has changed. A ".." is kept:
  /// after a symbolic link it leads elsewhere than the names suggest (path_resolution(7)).
  package var absolute: FilePath {
    guard isRelative, let path = (try? FilePath.workingDirectory())?.pushing(self) else { return self }
    return path.components.contains { $0.kind == .parentDirectory } ? path : path.lexicallyNormalized()
  }
}
