internal import Application
internal import Daemon
internal import Glibc
internal import History
internal import LinuxSystem
internal import Localization
internal import ScanModel
internal import Settings

/// Gives quarantined screenshots another chance.
struct QuarantineRelease {
  let program: Program

  /// Releases them and makes the daemon look for them.
  /// - Parameters:
  ///   - targets: Which ones; nil for all.
  ///   - console: Where the number is shown.
  /// - Throws: `ScanFailure` from the storage.
  func release(_ targets: [ScanTarget]?, _ console: Console) async throws(ScanFailure) {
    let count: Int
    do {
      let history = try HistoryStore(in: program.directories.data, keepsLinks: program.keepsLinks)
      defer { history.close() }
      if let targets {
        count = try await history.releaseQuarantine(of: targets.compactMap { $0.path?.absolute })
      } else {
        count = try await history.releaseQuarantine()
      }
    } catch {
      throw error.scanFailure
    }
    console.note(
      localized(
        count: count, one: "%1$@ screenshot that was set aside is tried again.",
        other: "%1$@ screenshots that were set aside are tried again."))
    // Released files look changed to the daemon, and SIGHUP makes it list the folders again.
    if count > 0 { DaemonLock.signal(SIGHUP, in: program.directories.runtime) }
  }
}
