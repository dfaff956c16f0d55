internal import Application
internal import Foundation
internal import Glibc
internal import LinuxSystem
internal import Localization
internal import ScanModel
internal import Synchronization

/// What the window gives up before it does anything else: the network for good, and pictures of its memory on disk.
package enum WindowConfinement {
  private static let storedLauncher = Mutex<LauncherProcess?>(nil)

  /// Starts programs for the user, which must not inherit the confinement; nil if it could not be started.
  static var launcher: LauncherProcess? { storedLauncher.withLock { $0 } }

  /// Confines the program. Must be called before the first thread is started. Ends the process if any of it fails.
  package static func enter() {
    storedLauncher.withLock { $0 = try? LauncherProcess() }
    // Everything it writes is private, whatever the session's umask.
    umask(0o077)
    let rights = ProgramSandbox.Rights(writable: [], programFolder: nil, isOnDesktop: true)
    do {
      try ProgramSandbox.enter(rights, ProcessInfo.processInfo.environment)
    } catch {
      StandardError.tell(error)
      exit(error.code.exitStatus.rawValue)
    }
  }
}

/// Messages for when there is no window to show them in.
enum StandardError {
  static func tell(_ failure: ScanFailure) {
    let description = FailureCatalog.describe(failure).localized
    FileHandle.standardError.write(
      Data("ocr-scan-window: \(description.message)\n  → \(description.recoverySuggestion)\n".utf8))
  }
}
