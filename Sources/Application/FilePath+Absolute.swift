internal import LinuxSystem
package import SystemPackage

extension FilePath {
  /// The path from the root, so that the history knows the file after the working directory has changed.
  package var absolute: FilePath {
    isAbsolute ? self : ((try? FilePath.workingDirectory())?.pushing(self).lexicallyNormalized() ?? self)
  }
}
