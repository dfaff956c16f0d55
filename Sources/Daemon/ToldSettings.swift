internal import LinuxSystem
internal import ScanModel
internal import Synchronization
internal import SystemPackage

/// What was last told of settings that cannot be used. A file that may have changed while it was read is read again, and
/// what is wrong with it must not be told twice for that.
final class ToldSettings: Sendable {
  private struct Told: Sendable, Equatable {
    var failure: ScanFailure
    /// Nil if there is no file.
    var file: FileStatus?
  }

  private let last = Mutex<Told?>(nil)

  /// Whether a failure is to be told: it is another one, or of another state of the file, or the user has asked.
  /// - Parameters:
  ///   - failure: Why the settings cannot be used.
  ///   - file: The file that was read just before.
  ///   - reason: Why it was read.
  /// - Returns: Whether to tell it.
  func isNew(_ failure: ScanFailure, of file: FilePath, _ reason: ReloadReason) -> Bool {
    let told = Told(failure: failure, file: try? FileStatus(of: file, followingSymlinks: true))
    return last.withLock { last in
      defer { last = told }
      return reason == .requested || last != told
    }
  }

  /// The settings can be used.
  func reset() { last.withLock { $0 = nil } }
}
