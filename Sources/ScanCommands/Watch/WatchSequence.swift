internal import Glibc
internal import LinuxSystem
internal import ScanModel
internal import ScanService
internal import ServiceLifecycle
internal import ServiceManager
internal import Synchronization
internal import SystemPackage
internal import UnixSignals

/// Runs one watcher after the other, each with the settings of its time, until the daemon is to stop.
final class WatchSequence: Service {
  private enum Request: Sendable {
    case reload(ReloadReason)
    case stop
  }

  private let serviceManager: ServiceManager
  private let first: DaemonMode
  private let current = Mutex<WatchService?>(nil)
  private let requests: AsyncStream<Request>
  private let inbox: AsyncStream<Request>.Continuation

  init(first: DaemonMode, serviceManager: ServiceManager) {
    self.first = first
    self.serviceManager = serviceManager
    (requests, inbox) = AsyncStream.makeStream(of: Request.self)
  }

  /// Passes on that the settings may have changed.
  func reload(_ reason: ReloadReason) {
    if let watcher = current.withLock({ $0 }) { watcher.reload(reason) } else { inbox.yield(.reload(reason)) }
  }

  func run() async throws {
    var mode = first
    var pauses = Backoff(first: .milliseconds(100), longest: .seconds(60))
    while true {
      switch mode {
      case .watching(let watcher):
        current.withLock { $0 = watcher }
        let began = SuspendingClock.now
        let end = try await watcher.watch()
        current.withLock { $0 = nil }
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
        if case .reload(let reason) = request {
          if let next = await makeSuccessor(reason) { return next }
        } else {
          break
        }
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
