internal import Glibc
internal import LinuxSystem
package import ScanModel
package import SystemPackage
internal import WorkerClient

/// Where the parts of the program are: side by side in a build tree, below one prefix when installed.
package struct ProgramFiles: Sendable {
  package let folder: FilePath

  /// Finds the running program (proc(5), /proc/PID/exe).
  /// - Throws: `ScanFailure` with `worker_unavailable` if /proc is not mounted.
  package init() throws(ScanFailure) {
    guard let program = try? ("/proc/self/exe" as FilePath).symbolicLinkTarget() else {
      throw ScanFailure(.workerUnavailable, detail: "the folder of the program is not known")
    }
    folder = program.removingLastComponent()
  }

  init(folder: FilePath) { self.folder = folder }

  /// - Throws: `ScanFailure` with `worker_unavailable`.
  package func worker() throws(ScanFailure) -> FilePath {
    let name = WorkerConfiguration.programName
    if let path = find(name, orBelowPrefix: "libexec/ocr-scan/\(name)", X_OK) { return path }
    throw ScanFailure(.workerUnavailable, detail: "\(name) is not installed")
  }

  /// - Throws: `ScanFailure` with `worker_unavailable`.
  package func rules() throws(ScanFailure) -> FilePath {
    if let path = find(Self.resources, orBelowPrefix: "share/ocr-scan/rules", R_OK | X_OK) { return path }
    throw ScanFailure(.workerUnavailable, subject: "The rule pack", detail: "it is not installed")
  }

  /// The lists of help in each country; nil if they are not installed, which does not prevent scanning.
  package var countries: FilePath? {
    find("\(Self.resources)/Countries", orBelowPrefix: "share/ocr-scan/countries", R_OK | X_OK)
  }

  /// - Throws: `ScanFailure` with `worker_unavailable`.
  package func model() throws(ScanFailure) -> FilePath {
    let name = "scam-encoder.model"
    if let path = find("\(Self.resources)/\(name)", orBelowPrefix: "share/ocr-scan/model/\(name)", F_OK) { return path }
    throw ScanFailure(.workerUnavailable, subject: "The model that judges texts", detail: "\(name) is not installed")
  }

  private static let resources = "ocr-scan_RiskData.resources"

  private func find(_ besides: String, orBelowPrefix installed: String, _ mode: Int32) -> FilePath? {
    [folder.appending(besides), folder.removingLastComponent().appending(installed)]
      .first { unsafe $0.withPlatformString { unsafe access($0, mode) } == 0 }
  }
}
