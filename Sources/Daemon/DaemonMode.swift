/// Why a daemon should be replaced by another; stronger reasons compare greater.
package enum ReloadReason: Sendable, Hashable, Comparable {
  /// The settings file may have changed.
  case settingsFile
  /// The user asked for it (SIGHUP): rules are loaded again as well, and folders are listed.
  case requested
}

/// Builds the next mode after settings may have changed; nil if everything stays as it is.
typealias MakeSuccessor = @Sendable (ReloadReason) async -> DaemonMode?

/// What the program does until the settings change.
enum DaemonMode: Sendable {
  case watching(any ReplaceableDaemon)
  /// Automatic scanning is off.
  case idle(makeSuccessor: MakeSuccessor)
}

/// A daemon that can be replaced by another; the real one is `ScanDaemon`.
protocol ReplaceableDaemon: Sendable {
  /// Applies the current settings, unless they are unchanged or cannot be used.
  /// - Returns: False if this daemon is ending and ignores settings.
  func reload(_ reason: ReloadReason) -> Bool

  /// Watches until the service group shuts down or another daemon is to follow.
  /// - Returns: What follows; everything of this daemon has ended.
  func watch() async throws -> DaemonEnd
}

/// How a daemon ended.
struct DaemonEnd: Sendable {
  enum Reason: Sendable {
    case stopped
    /// The settings have changed.
    case succeeded(by: DaemonMode)
    /// The history is damaged, was removed, or can be opened at last: it has to be opened anew.
    case historyLost(beginAgain: @Sendable () async throws -> DaemonMode)
    /// The programs were updated, and this one gets no more answers from the new workers: it has to be started anew.
    case outdated
  }

  var reason: Reason
  /// A reload requested after this daemon stopped looking at settings; it is left to the next one.
  var untakenReload: ReloadReason?
}
