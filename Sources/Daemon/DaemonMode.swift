/// Why a daemon is to be replaced by another one; the stronger reason is the greater one.
package enum ReloadReason: Sendable, Hashable, Comparable {
  /// The settings file may have changed.
  case settingsFile
  /// The user has asked for it (SIGHUP): rules are read again as well, and folders are listed.
  case requested
}

/// Puts together what follows when settings may have changed; nil if everything stays as it is.
typealias MakeSuccessor = @Sendable (ReloadReason) async -> DaemonMode?

/// What is done until the settings change.
enum DaemonMode: Sendable {
  case watching(any ReplaceableDaemon)
  /// Automatic scanning is off.
  case idle(makeSuccessor: MakeSuccessor)
}

/// A daemon that another one can follow; the real one is `ScanDaemon`.
protocol ReplaceableDaemon: Sendable {
  /// Takes up the settings that hold now, unless they are the same or cannot be used.
  /// - Returns: False if this daemon is ending, and looks at no settings any more.
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
  /// A reload that was requested when this daemon had stopped looking at settings: it is left to the next one.
  var untakenReload: ReloadReason?
}
