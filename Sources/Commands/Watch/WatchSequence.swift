internal import Daemon
internal import Glibc
internal import LinuxSystem
internal import Pipeline
internal import ScanModel
internal import ServiceLifecycle
internal import ServiceManager
internal import Synchronization
internal import SystemPackage
internal import UnixSignals

/// Runs one watcher after the other, each with the settings of its time, until the daemon is to stop.
final class WatchSequence: Service {
  private enum Request: Sendable {
    case reload
    case stop
  }

  /// Who is to hear of changed settings.
  private struct State {
    var watcher: ScanDaemon?
    /// The strongest reason that no watcher has taken: one may be ending, or there may be none.
    var untaken: ReloadReason?

    mutating func keep(_ reason: ReloadReason?) {
      if let reason { untaken = max(untaken ?? reason, reason) }
    }
  }

  private let serviceManager: ServiceManager
  private let first: DaemonMode
  private let state = Mutex(State())
  private let requests: AsyncStream<Request>
  private let inbox: AsyncStream<Request>.Continuation

  init(first: DaemonMode, serviceManager: ServiceManager) {
    self.first = first
    self.serviceManager = serviceManager
    (requests, inbox) = AsyncStream.makeStream(of: Request.self)
  }

  /// Passes on that the settings may have changed. One that comes while a watcher is replaced is for the one that follows:
  /// it may have read the settings before that change.
  func reload(_ reason: ReloadReason) {
    state.withLock { state in
      if let watcher = state.watcher, watcher.reload(reason) { return }
      state.keep(reason)
      inbox.yield(.reload)
    }
  }

  func run() async throws {
    var mode = first
    var pauses = Backoff(first: .milliseconds(100), longest: .seconds(60))
    while true {
      switch mode {
      case .watching(let watcher):
        state.withLock { state in
          state.watcher = watcher
          if let reason = state.untaken, watcher.reload(reason) { state.untaken = nil }
        }
        let began = SuspendingClock.now
        let end = try await watcher.watch()
        let untaken = await watcher.untakenReload
        state.withLock { state in
          state.watcher = nil
          state.keep(untaken)
          if untaken != nil { inbox.yield(.reload) }
        }
        switch end {
        case .stopped: return
        case .succeeded(let next): mode = next
        case .historyLost(let beginAgain):
          // One that is lost again and again must not keep the machine busy.
          if SuspendingClock.now - began > .seconds(60) { pauses.reset() }
          try await cancelWhenGracefulShutdown { [pause = pauses.pause()] in try await Task.sleep(for: pause) }
          mode = try await beginAgain()
        }
      case .idle(let makeSuccessor):
        guard let next = await idle(until: makeSuccessor) else { return }
        mode = next
      }
    }
  }

  /// Does nothing until the settings say otherwise; nil when the daemon is to stop.
  private func idle(until makeSuccessor: @Sendable (ReloadReason) async -> DaemonMode?) async -> DaemonMode? {
    serviceManager.ready()
    serviceManager.status("Automatic scanning is off")
    return await withGracefulShutdownHandler {
      for await request in requests {
        guard case .reload = request else { break }
        // None is left when the watcher before took it up.
        let reason = state.withLock { state in
          defer { state.untaken = nil }
          return state.untaken
        }
        if let reason, let next = await makeSuccessor(reason) { return next }
      }
      serviceManager.stopping()
      return nil
    } onGracefulShutdown: { [inbox] in
      inbox.yield(.stop)
    }
  }
}

/// What SIGHUP means: the settings are to be read again, or the terminal is gone (signal(7)).
struct HangUp: Sendable {
  private let hadTerminal = Self.hasTerminal

  /// True if the program had a terminal when this was made, and has lost it.
  var hasLostTerminal: Bool { hadTerminal && !Self.hasTerminal }

  /// A process without a controlling terminal cannot open this (tty(4), ENXIO).
  private static var hasTerminal: Bool { (try? OwnedDescriptor.openFile("/dev/tty", followingSymlinks: true)) != nil }
}
