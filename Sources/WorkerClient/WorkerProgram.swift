internal import Glibc
package import SystemPackage

/// The path of `ocr-scan-worker`: beside the running program in a build tree, under libexec when installed.
package enum WorkerProgram {
  package static let name = "ocr-scan-worker"

  /// The first executable candidate as an absolute path; nil if there is none. `directory` is the absolute folder of
  /// the running program.
  package static func locate(besides directory: FilePath) -> FilePath? {
    candidates(besides: directory).first { path in
      unsafe path.withPlatformString { unsafe access($0, X_OK) } == 0
    }
  }

  /// Where it is looked for, in order.
  package static func candidates(besides directory: FilePath) -> [FilePath] {
    [
      directory.appending(name),
      directory.removingLastComponent().appending("libexec").appending("ocr-scan").appending(name),
    ]
  }
}
