internal import Glibc
package import ScanModel
package import SystemPackage
internal import WorkerClient

/// Where the parts of the program are: side by side in a build tree, below one prefix when installed.
package struct ProgramFiles: Sendable {
  /// Folder of the running program, absolute.
  package let folder: FilePath

  /// Finds the running program (proc(5), /proc/PID/exe).
  /// - Throws: `ScanFailure` with `worker_unavailable` if /proc is not mounted.
  package init() throws(ScanFailure) {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = unsafe readlink("/proc/self/exe", &buffer, buffer.count - 1)
    guard count > 0 else {
      throw ScanFailure(.workerUnavailable, detail: "the folder of the program is not known")
    }
    folder = FilePath(bytes: buffer[..<count].map { UInt8(bitPattern: $0) }).removingLastComponent()
  }

  init(folder: FilePath) { self.folder = folder }

  /// The program that reads pictures.
  /// - Throws: `ScanFailure` with `worker_unavailable`.
  package func worker() throws(ScanFailure) -> FilePath {
    guard let path = WorkerProgram.locate(besides: folder) else {
      throw ScanFailure(.workerUnavailable, detail: "\(WorkerProgram.name) is not installed")
    }
    return path
  }

  /// The folder of the compiled rule pack.
  /// - Throws: `ScanFailure` with `worker_unavailable`.
  package func rules() throws(ScanFailure) -> FilePath {
    let candidates = [
      folder.appending("ocr-scan_RiskData.resources"),
      folder.removingLastComponent().appending("share/ocr-scan/rules"),
    ]
    for path in candidates where unsafe path.withPlatformString({ unsafe access($0, R_OK | X_OK) }) == 0 {
      return path
    }
    throw ScanFailure(.workerUnavailable, subject: "The rule pack", detail: "it is not installed")
  }

  /// The folder of the lists of help in each country; nil if it is not installed, which does not prevent scanning.
  package var countries: FilePath? {
    let candidates = [
      folder.appending("ocr-scan_RiskData.resources/Countries"),
      folder.removingLastComponent().appending("share/ocr-scan/countries"),
    ]
    return candidates.first { unsafe $0.withPlatformString({ unsafe access($0, R_OK | X_OK) }) == 0 }
  }

  /// The file of the encoder's model.
  /// - Throws: `ScanFailure` with `worker_unavailable`.
  package func model() throws(ScanFailure) -> FilePath {
    let name = "scam-encoder.model"
    let candidates = [
      folder.appending("ocr-scan_RiskData.resources").appending(name),
      folder.removingLastComponent().appending("share/ocr-scan/model").appending(name),
    ]
    for path in candidates where unsafe path.withPlatformString({ unsafe access($0, F_OK) }) == 0 { return path }
    throw ScanFailure(.workerUnavailable, subject: "The model that judges texts", detail: "\(name) is not installed")
  }
}
