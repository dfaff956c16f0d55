internal import LinuxSystem
package import ScanModel
package import ScreenshotLibrary

extension IntakeFailure {
  /// The failure as the user sees it. `wasAnnounced`: the file was there a moment ago.
  package func scanFailure(name: String, wasAnnounced: Bool, maximumBytes: Int64) -> ScanFailure {
    switch code {
    case .notFound: ScanFailure(wasAnnounced ? .deletedBeforeScan : .notFound, subject: name)
    case .permissionDenied: ScanFailure(.permissionDenied, subject: name, detail: cause?.reason)
    case .isDirectory: ScanFailure(.unsupportedFormat, subject: name, detail: "it is a folder")
    case .notRegularFile: ScanFailure(.unsupportedFormat, subject: name, detail: "it is not a regular file")
    case .isSymbolicLink: ScanFailure(.unsupportedFormat, subject: name, detail: "it is a symbolic link")
    case .tooLarge:
      ScanFailure(.imageTooLarge, subject: name, detail: "the file is larger than \(maximumBytes >> 20) MiB")
    case .changedWhileReading: ScanFailure(.truncated, subject: name, detail: "it is still being written")
    // Nothing is known of the picture: the disk, the memory or the number of open files was in the way.
    case .readFailed:
      ScanFailure(
        .recognitionFailed, subject: name, detail: "reading it failed with \"\(cause?.reason ?? "an error")\"")
    }
  }
}
