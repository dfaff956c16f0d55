package import ScanModel
internal import SystemPackage

/// What the daemon is doing, in one line for `systemctl status` and `ocr-scan doctor`.
package struct DaemonStatus: Sendable, Hashable {
  package var text: Message
  /// Whether something keeps the daemon from working.
  package var isTrouble: Bool
}

/// Everything that is wrong now; the status shows the most serious problem.
struct DaemonTroubles {
  /// No worker can read even a test picture.
  var reading: ScanFailure?
  /// The history cannot be read or written.
  var history: ScanFailure?
  /// Folders that are missing or cannot be read.
  var folders: [FilePath: ScanFailure] = [:]
  /// Folders in which a read has no answer.
  var silent: [FilePath: ScanFailure] = [:]
  /// The system's limit on watches was reached.
  var watching: ScanFailure?
  var notifications: ScanFailure?

  private var all: [ScanFailure] {
    let places = [folders, silent].flatMap { $0.sorted { $0.key.string < $1.key.string }.map(\.value) }
    return ([reading, history] + places + [watching, notifications]).compactMap { $0 }
  }

  var codes: Set<ScanFailure.Code> { Set(all.map(\.code)) }

  func status(folderCount: Int, waiting: Int) -> DaemonStatus {
    if let reading {
      let screenshots: Message = waiting == 1 ? "1 screenshot waits" : "\(waiting) screenshots wait"
      return DaemonStatus(
        text: "Text recognition does not work; \(screenshots). \(FailureCatalog.describe(reading).message)",
        isTrouble: true)
    }
    if let failure = all.first {
      return DaemonStatus(text: FailureCatalog.describe(failure).message, isTrouble: true)
    }
    return DaemonStatus(
      text: folderCount == 1 ? "Watching \(folderCount) folder" : "Watching \(folderCount) folders", isTrouble: false)
  }
}

extension ScanFailure {
  static func silent(_ folder: FilePath) -> ScanFailure {
    ScanFailure(.permissionDenied, subject: "\(folder.displayName)", detail: silentDisk)
  }
}
