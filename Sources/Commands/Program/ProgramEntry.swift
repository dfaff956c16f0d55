internal import ArgumentParser
internal import Localization

/// Where `ocr-scan` and `ocr-scand` begin. Installed, they are one file under two names: with its runtime it takes 40 MB.
package enum ProgramEntry {
  /// Runs the program that goes by the name it was called by.
  /// - Parameter arguments: `argv`; the last part of the first one decides.
  @MainActor package static func run(calledBy arguments: [String] = CommandLine.arguments) async {
    Localization.start()
    // On the main thread, which is the only one as yet: another would not be confined.
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
