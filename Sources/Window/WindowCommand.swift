internal import Application
package import ArgumentParser
internal import CGtk
internal import Foundation
internal import Glibc
internal import Localization
internal import ScanModel
internal import SystemPackage

/// `ocr-scan-window`: the history, its entries and scanning in a window.
package struct WindowCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "ocr-scan-window",
    abstract: "Look at what was scanned, decide, and scan, in a window. Nothing leaves this computer.",
    discussion: """
      EXAMPLES:
        ocr-scan-window
        ocr-scan-window 12                 show an entry of the history
        ocr-scan-window shot.png           scan a screenshot

      EXIT STATUS:
        0 the window was closed, 64 wrong usage, 69 there is no display.
      """,
    version: ProgramVersion.text)

  @Argument(
    help: ArgumentHelp(
      "The number of an entry or the beginning of its identifier, or screenshots to scan.", valueName: "id|file"),
    completion: .file(extensions: ["png", "jpg", "jpeg", "webp"]))
  var subjects: [String] = []

  package init() {}

  package func run() throws {
    let status = MainActor.assumeIsolated { Self.show(subjects) }
    if status != 0 { throw ExitCode(status) }
  }

  @MainActor private static func show(_ subjects: [String]) -> Int32 {
    guard ocrscan_init() != 0 else {
      let words =
        "ocr-scan-window: " + localized("There is no display to show a window on.") + "\n  → "
        + localized("Use in a terminal: ocr-scan history list") + "\n"
      FileHandle.standardError.write(Data(words.utf8))
      return ScanFailure.Code.workerUnavailable.exitStatus.rawValue
    }
    Localization.applyToThread()
    let files = subjects.filter(isFile).map { RawArguments.path($0).absolute }
    let entries = subjects.filter { !isFile($0) }
    let application = WindowApplication(environment: ProcessInfo.processInfo.environment)
    application.run(entries: entries, files: files)
    return 0
  }

  /// Entries have numbers or hexadecimal identifiers; everything else is a file.
  private static func isFile(_ subject: String) -> Bool {
    subject.contains("/") || subject.contains(".")
      || !subject.allSatisfy { $0.isHexDigit || $0 == "-" }
  }
}
