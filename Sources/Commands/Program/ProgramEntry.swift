internal import ArgumentParser
internal import Localization

/// Where `ocr-scan` and `ocr-scand` begin. They are installed as one file with two names, because with its runtime it
/// takes 40 MB.
package enum ProgramEntry {
  /// Runs the program that was called, by its name.
  /// - Parameter arguments: `argv`; the last part of the first argument decides.
  @MainActor package static func run(calledBy arguments: [String] = CommandLine.arguments) async {
    Localization.start()
    // On the main thread, the only one so far: threads started earlier would not be confined.
    if isWatcher(arguments) {
      Confinement.enterWatcher()
      await UsageError.run(WatchCommand.self)
    } else {
      Confinement.enterCommand()
      await UsageError.run(OCRScanCommand.self)
    }
  }

  static func isWatcher(_ arguments: [String]) -> Bool {
    arguments.first?.split(separator: "/").last == "ocr-scand"
  }
}
