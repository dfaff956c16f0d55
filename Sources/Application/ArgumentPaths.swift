internal import LinuxSystem
package import SystemPackage

/// Gives back the bytes of an argument, which Swift shows as Unicode: a file name need not be UTF-8.
package enum RawArguments {
  package static func path(_ argument: String) -> FilePath { paths([argument])[0] }

  /// Several of one list, in its order: different names may look the same.
  package static func paths(_ arguments: [String]) -> [FilePath] {
    let count = Int(CommandLine.argc)
    var next = 0
    return arguments.map { argument in
      guard argument.unicodeScalars.contains("\u{FFFD}") else { return FilePath(argument) }
      for index in (next..<(next + count)).lazy.map({ $0 % count }) {
        guard let raw = unsafe CommandLine.unsafeArgv[index], unsafe String(cString: raw) == argument else { continue }
        next = index + 1
        return unsafe FilePath(platformString: raw)
      }
      return FilePath(argument)
    }
  }
}

extension FilePath {
  /// The absolute path, so that the history knows the file after the working directory has changed. A ".." is kept:
  /// after a symbolic link it leads elsewhere than the names suggest (path_resolution(7)).
  package var absolute: FilePath {
    guard isRelative, let path = (try? FilePath.workingDirectory())?.pushing(self) else { return self }
    return path.components.contains { $0.kind == .parentDirectory } ? path : path.lexicallyNormalized()
  }
}
