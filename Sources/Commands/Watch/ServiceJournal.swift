internal import Application
internal import Foundation
internal import Glibc
internal import ScanModel

/// What a service prints. Other people may read the journal, and it is kept for a long time, so a line names no file
/// and nothing found in it, only the outcome and the beginning of the hash, which tells screenshots apart.
enum ServiceJournal {
  /// Whether a descriptor leads to the journal of systemd.
  /// - Parameters:
  ///   - descriptor: An open descriptor, usually standard output.
  ///   - environment: `JOURNAL_STREAM` has device and inode of the stream (systemd.exec(5)).
  /// - Returns: False if the variable is missing.
  static func isTarget(_ descriptor: Int32, _ environment: [String: String]) -> Bool {
    var status = stat()
    guard let stream = environment["JOURNAL_STREAM"], unsafe fstat(descriptor, &status) == 0 else { return false }
    return stream == "\(status.st_dev):\(status.st_ino)"
  }

  /// One line about a report.
  static func line(_ report: ScanReport) -> String {
    let name = report.sha256.map { String($0.prefix(8)) } ?? "unread"
    let time = report.timings.total.map { " (\(RelativeTime.englishDuration(milliseconds: $0)))" } ?? ""
    let outcome = report.error?.code.rawValue ?? "\(report.riskLevel.rawValue) risk"
    return "Screenshot \(name): \(outcome)\(time)"
  }
}
