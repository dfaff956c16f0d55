internal import LinuxSystem
package import ScanModel
package import ScreenshotLibrary
package import Settings
internal import WorkerClient
internal import WorkerProtocol

extension IntakeFailure {
  /// The failure as the user sees it. `wasAnnounced`: the file was there a moment ago.
  package func scanFailure(name: Message, wasAnnounced: Bool, maximumBytes: Int64) -> ScanFailure {
    switch code {
    case .notFound: ScanFailure(wasAnnounced ? .deletedBeforeScan : .notFound, subject: name)
    case .permissionDenied: ScanFailure(.permissionDenied, subject: name, detail: (cause?.reason).map(Message.verbatim))
    case .isDirectory: ScanFailure(.unsupportedFormat, subject: name, detail: "it is a folder")
    case .notRegularFile: ScanFailure(.unsupportedFormat, subject: name, detail: "it is not a regular file")
    case .isSymbolicLink: ScanFailure(.unsupportedFormat, subject: name, detail: "it is a symbolic link")
    case .tooLarge:
      ScanFailure(.imageTooLarge, subject: name, detail: "the file is larger than \(maximumBytes >> 20) MiB")
    case .changedWhileReading: ScanFailure(.truncated, subject: name, detail: "it is still being written")
    // Nothing is known of the picture: the disk, the memory or the number of open files was in the way.
    case .readFailed:
      ScanFailure(
        .recognitionFailed, subject: name,
        detail: cause.map { "reading it failed with \"\($0.reason)\"" } ?? "reading it failed with \"an error\"")
    }
  }
}

extension ClipboardFailure {
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

extension RecognitionOutcome.End {
  /// Why not every line was read, as the user sees it; nil if each was.
  func scanFailure(name: Message, timeout: Duration) -> ScanFailure? {
    switch self {
    case .complete, .cancelled: nil
    case .timedOut: ScanFailure(.timedOut, subject: name, detail: "\(timeout.secondsText) s to read")
    case .crashed(let reason): ScanFailure(.workerCrashed, subject: name, detail: reason)
    case .unavailable(let reason): ScanFailure(.workerUnavailable, detail: reason)
    case .failed(let failure): failure.scanFailure(name: name)
    }
  }
}

extension WorkerFailure {
  fileprivate func scanFailure(name: Message) -> ScanFailure {
    switch code {
    case .unsupportedFormat: ScanFailure(.unsupportedFormat, subject: name, detail: detail)
    case .truncated: ScanFailure(.truncated, subject: name, detail: detail)
    case .corrupt: ScanFailure(.corruptImage, subject: name, detail: detail)
    case .tooLarge: ScanFailure(.imageTooLarge, subject: name, detail: detail)
    case .unsupportedLanguage: ScanFailure(.unsupportedLanguage, subject: detail)
    case .engine, .protocolViolation, .outOfMemory:
      ScanFailure(.recognitionFailed, subject: name, detail: detail)
    }
  }
}

extension ScreenshotCollection {
  /// Why nothing can be fetched from any folder; nil if something can be. `awaited`: the folders, and why to look
  /// there.
  package func failure(awaited: [ScreenshotFolders.Choice]) -> ScanFailure? {
    switch access {
    case .authorized, .limited: nil
    case .denied:
      ScanFailure(.permissionDenied, subject: folders.first { $0.access == .denied }.map { "\($0.path.displayName)" })
    // Only a configured folder is worth naming: the default ones may never have existed.
    case .notDetermined:
      ScanFailure(
        .folderNotFound, subject: awaited.first { $0.origin == .configured }.map { "\($0.folder.displayName)" })
    }
  }

  package var nothingFound: ScanFailure {
    let names = folders.filter { $0.access != .notDetermined }.map(\.path.displayName)
    return ScanFailure(
      .notFound, subject: "\(names.joined(separator: ", "))",
      detail: names.count == 1 ? ScanFailure.noScreenshot : ScanFailure.noScreenshots)
  }
}

extension Duration {
  /// Milliseconds with a fraction, as in reports.
  var milliseconds: Double { self / .milliseconds(1) }

  /// Seconds without needless zeros: "5", "0.5".
  package var secondsText: String {
    let tenths = Int((self / .milliseconds(100)).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
  }

  /// Rounded to the unit that a person would use: "60 s", "5 min", "3 h", "12 days".
  var roughly: Message {
    let seconds = Int((self / .seconds(1)).rounded())
    return switch seconds {
    case ..<120: "\(seconds) s"
    case ..<7_200: "\(seconds / 60) min"
    case ..<172_800: "\(seconds / 3_600) h"
    default: "\(seconds / 86_400) days"
    }
  }
}
