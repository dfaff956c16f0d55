internal import LinuxSystem
package import SystemPackage

extension FilePath {
  /// The path from the root, so that the history knows the file after the working directory has changed. A ".." stays:
  /// behind a link it leads elsewhere than the names say (path_resolution(7)).
  package var absolute: FilePath {
    guard isRelative, let path = (try? FilePath.workingDirectory())?.pushing(self) else { return self }
    return path.components.contains { $0.kind == .parentDirectory } ? path : path.lexicallyNormalized()
  }
}
