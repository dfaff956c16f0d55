internal import EventLog
internal import Foundation
internal import LinuxSystem
internal import ScanModel
internal import Settings

/// Keeps reported failures for `ocr-scan errors`: code, time and duration, but nothing from the screenshot.
final class FailureRecorder: Sendable {
  private let log: FailureLog?
  /// Writing waits for the disk, and the caller must not.
  private let writing = BlockingIOPool(label: "failure-journal")

  init(environment: [String: String]) {
    log = (try? XDGDirectories(environment: environment)).map { FailureLog(directory: $0.state) }
  }

  func keep(_ code: ScanFailure.Code, scanID: UUID?, duration: Duration?) {
    guard let log else { return }
    let record = FailureRecord(code: code, time: Date(), scanID: scanID, duration: duration)
    writing.start { log.record(record) }
  }

  /// Waits until everything is written.
  func finish() { writing.waitUntilDone() }
}
