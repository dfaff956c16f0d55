import ScanModel
import Synchronization

@testable import Daemon

/// A service manager that records the messages it gets.
final class FakeServiceManager: ServiceNotifier {
  private struct State {
    var watchdogInterval: Duration?
    var messages: [String] = []
    var statuses: [String] = []
  }

  private let state = Mutex(State())

  var watchdogInterval: Duration? {
    get { state.withLock { $0.watchdogInterval } }
    set { state.withLock { $0.watchdogInterval = newValue } }
  }
  /// All messages except status lines.
  var messages: [String] { state.withLock { $0.messages } }
  var statuses: [String] { state.withLock { $0.statuses } }

  func ready() { state.withLock { $0.messages.append("ready") } }
  func reloading() { state.withLock { $0.messages.append("reloading") } }
  func stopping() { state.withLock { $0.messages.append("stopping") } }
  func ping() { state.withLock { $0.messages.append("ping") } }
  func status(_ text: String) { state.withLock { $0.statuses.append(text) } }
}

/// Records what a health monitor reports.
final class HealthRecorder: Sendable {
  private struct State {
    var reported: [ScanFailure.Code] = []
    var notified: [ScanFailure.Code] = []
    var resolved: [Set<ScanFailure.Code>] = []
    var shown: [DaemonStatus] = []
    var releases = 0
    var losses = 0
  }

  let service = FakeServiceManager()
  private let state = Mutex(State())

  var reported: [ScanFailure.Code] { state.withLock { $0.reported } }
  var notified: [ScanFailure.Code] { state.withLock { $0.notified } }
  var resolved: [Set<ScanFailure.Code>] { state.withLock { $0.resolved } }
  var shown: [DaemonStatus] { state.withLock { $0.shown } }
  var releases: Int { state.withLock { $0.releases } }
  var losses: Int { state.withLock { $0.losses } }

  /// A monitor that reports to this recorder.
  /// - Parameters:
  ///   - clock: The clock of the test.
  ///   - didLoseHistory: Called in addition to the count.
  /// - Returns: The monitor.
  func monitor(
    _ clock: TestClock<ContinuousClock>, didLoseHistory: @escaping @Sendable () -> Void = {}
  ) -> HealthMonitor {
    HealthMonitor(
      HealthMonitor.Outlets(
        serviceManager: service, report: { failure in self.state.withLock { $0.reported.append(failure.code) } },
        notify: { failure in self.state.withLock { $0.notified.append(failure.code) } },
        resolve: { codes in self.state.withLock { $0.resolved.append(codes) } },
        show: { status in self.state.withLock { $0.shown.append(status) } },
        releaseMemory: { self.state.withLock { $0.releases += 1 } },
        didLoseHistory: {
          self.state.withLock { $0.losses += 1 }
          didLoseHistory()
        }),
      time: clock.source)
  }
}
