internal import LinuxSystem
internal import Logging
internal import Pipeline
internal import ScanModel
internal import ServiceLifecycle
internal import Settings
internal import Synchronization
internal import SystemPackage
internal import UnixSignals

/// Why a daemon should be replaced by another; stronger reasons compare greater.
package enum ReloadReason: Sendable, Hashable, Comparable {
  case settingsFile
  /// The user asked for it (SIGHUP): rules are loaded again as well, and folders are listed.
  case requested
}

/// Builds the next mode after settings may have changed; nil if everything stays as it is.
typealias MakeSuccessor = @Sendable (ReloadReason) async -> DaemonMode?

/// What the program does until the settings change.
enum DaemonMode: Sendable {
  case watching(any ReplaceableDaemon)
  case idle(makeSuccessor: MakeSuccessor)
}

/// A daemon that can be replaced by another; the real one is `ScanDaemon`.
protocol ReplaceableDaemon: Sendable {
  /// Applies the current settings if they can be used. Returns false if this daemon is ending and ignores them.
  func reload(_ reason: ReloadReason) -> Bool

  /// Watches until the service group shuts down or another daemon is to follow, and returns what follows.
  func watch() async throws -> DaemonEnd
}

struct DaemonEnd: Sendable {
  enum Reason: Sendable {
    case stopped
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

/// Runs one daemon after another, each with the settings of its time, until the program is told to stop.
final class DaemonRunner: Service {
  private enum Request: Sendable {
    case reload
    /// The service manager expects a sign of life from the loop.
    case ping
    case stop
  }

  private struct State {
    var daemon: (any ReplaceableDaemon)?
    /// The strongest reload reason that no daemon has accepted: the last one may be ending, or there may be none.
    var untaken: ReloadReason?

    mutating func keep(_ reason: ReloadReason?) {
      if let reason { untaken = max(untaken ?? reason, reason) }
    }
  }

  private let serviceManager: any ServiceNotifier
  private let first: DaemonMode
  private let time: TimeSource<ContinuousClock>
  private let state = Mutex(State())
  private let requests: AsyncStream<Request>
  private let requested: AsyncStream<Request>.Continuation

  init(
    first: DaemonMode, serviceManager: any ServiceNotifier,
    time: TimeSource<ContinuousClock> = TimeSource(ContinuousClock())
  ) {
    self.first = first
    self.serviceManager = serviceManager
    self.time = time
    (requests, requested) = AsyncStream.makeStream(of: Request.self)
  }

  /// The settings may have changed. A request that arrives while one daemon replaces another is left to the next one,
  /// which may have read the settings before the change.
  func reload(_ reason: ReloadReason) {
    state.withLock { state in
      if let daemon = state.daemon, daemon.reload(reason) { return }
      state.keep(reason)
      requested.yield(.reload)
    }
  }

  func run() async throws {
    var mode = first
    var pauses = Backoff(first: .milliseconds(100), longest: .seconds(60))
    while true {
      switch mode {
      case .watching(let daemon):
        let began = time.now()
        switch try await watch(daemon) {
        case .stopped: return
        case .outdated:
          // A service manager starts it again (systemd.service(5), Restart=on-failure); what waits is in the history.
          throw ScanFailure(.workerUnavailable, detail: "ocr-scan was updated or removed while ocr-scand was running")
        case .succeeded(let next): mode = next
        case .historyLost(let beginAgain):
          // A history that is lost again and again must not keep the machine busy.
          if time.now() - began > .seconds(60) { pauses.reset() }
          let pause = pauses.pause()
          let next = try await serviceManager.pinging(time) { try await self.begin(beginAgain, after: pause) }
          guard let next else { return }
          mode = next
        }
      case .idle(let makeSuccessor):
        guard let next = await idle(until: makeSuccessor) else { return }
        mode = next
      }
    }
  }

  private func watch(_ daemon: any ReplaceableDaemon) async throws -> DaemonEnd.Reason {
    state.withLock { state in
      state.daemon = daemon
      if let reason = state.untaken, daemon.reload(reason) { state.untaken = nil }
    }
    let end = try await daemon.watch()
    state.withLock { state in
      state.daemon = nil
      state.keep(end.untakenReload)
      if end.untakenReload != nil { requested.yield(.reload) }
    }
    return end.reason
  }

  /// Nil if the program is to stop.
  private func begin(
    _ beginAgain: @Sendable () async throws -> DaemonMode, after pause: Duration
  ) async throws -> DaemonMode? {
    do {
      try await cancelWhenGracefulShutdown { [time] in try await time.sleep(time.now() + pause) }
    } catch is CancellationError {
      // Asked to stop during the pause.
      return nil
    }
    return try await beginAgain()
  }

  /// Waits until the settings ask for a daemon; nil if the program is to stop.
  private func idle(until makeSuccessor: MakeSuccessor) async -> DaemonMode? {
    serviceManager.ready()
    serviceManager.status("Automatic scanning is off")
    let pings = serviceManager.startWatchdog(time) { [requested] in requested.yield(.ping) }
    defer { pings?.cancel() }
    return await withGracefulShutdownHandler {
      loop: for await request in requests {
        switch request {
        case .ping: serviceManager.ping()
        case .stop: break loop
        case .reload:
          // Nil if the previous daemon accepted the request.
          let reason = state.withLock { state in
            defer { state.untaken = nil }
            return state.untaken
          }
          if let reason, let next = await serviceManager.pinging(time, { await makeSuccessor(reason) }) { return next }
        }
      }
      serviceManager.stopping()
      return nil
    } onGracefulShutdown: { [requested] in
      requested.yield(.stop)
    }
  }
}

extension DaemonRunner {
  func runAsService(watching settingsFile: FilePath, hangUps: UnixSignalsSequence, logger: Logger) async throws {
    let group = ServiceGroup(
      configuration: ServiceGroupConfiguration(
        services: [.init(service: self, successTerminationBehavior: .gracefullyShutdownGroup)],
        gracefulShutdownSignals: [.sigterm, .sigint], logger: logger))
    // Without a watcher, settings are reloaded on SIGHUP only.
    let settingsWatcher = try? SettingsWatcher(file: settingsFile)
    let hangUp = HangUp()
    try await withThrowingTaskGroup(of: Void.self) { tasks in
      tasks.addTask {
        for await _ in hangUps {
          if hangUp.hasLostTerminal { await group.triggerGracefulShutdown() } else { self.reload(.requested) }
        }
      }
      if let settingsWatcher {
        tasks.addTask {
          for await _ in settingsWatcher.changes { self.reload(.settingsFile) }
        }
      }
      defer {
        tasks.cancelAll()
        settingsWatcher?.stop()
      }
      try await group.run()
    }
  }
}

/// Distinguishes the two meanings of SIGHUP: reload the settings, or the terminal is gone (signal(7)).
struct HangUp: Sendable {
  private let hadTerminal = Self.hasTerminal

  var hasLostTerminal: Bool { hadTerminal && !Self.hasTerminal }

  /// A process without a controlling terminal cannot open /dev/tty (tty(4), ENXIO).
  private static var hasTerminal: Bool { (try? OwnedDescriptor.openFile("/dev/tty", followingSymlinks: true)) != nil }
}
