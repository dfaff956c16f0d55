internal import Pipeline
package import ScanModel
package import ScreenshotLibrary
package import Settings

extension ClipboardFailure {
  /// As users see it.
  package func scanFailure(_ settings: Settings) -> ScanFailure {
    switch self {
    case .noPicture: ScanFailure(.notFound, subject: ScanFailure.clipboard, detail: ScanFailure.noPicture)
    case .unavailable(let reason):
      ScanFailure(.clipboardUnavailable, detail: TerminalEscaping.escaped(reason))
    case .programMissing(let package):
      ScanFailure(.clipboardUnavailable, subject: "\(package)", detail: "\(package) is not installed")
    case .timedOut:
      ScanFailure(.timedOut, subject: "Reading the clipboard", detail: "\(settings.scanTimeout.secondsText) s")
    case .tooLarge:
      ScanFailure(
        .imageTooLarge, subject: ScanFailure.clipboard,
        detail: "it holds more than \(settings.maximumFileMegabytes) MiB")
    }
  }
}
