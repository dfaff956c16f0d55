import Synchronization

@testable import Daemon
@testable import Notifications

/// A desktop that the test controls.
final class FakePresenter: NotificationPresenter {
  enum Behavior: Sendable {
    case shows
    case fails(NotificationFailure.Code)
    /// Answers when the test tells it to.
    case waits
  }

  private struct State {
    var behavior: Behavior
    var shown: [DesktopNotification] = []
    var tries = 0
    var closed: [ShownNotification] = []
    var waiting: [CheckedContinuation<Result<Void, NotificationFailure>, Never>] = []
  }

  let events: AsyncStream<NotificationEvent>
  let serviceAppearances: AsyncStream<Void>
  private let appeared: AsyncStream<Void>.Continuation
  private let sent: AsyncStream<NotificationEvent>.Continuation
  private let state: Mutex<State>

  init(_ behavior: Behavior = .shows) {
    state = Mutex(State(behavior: behavior))
    (events, sent) = AsyncStream.makeStream(of: NotificationEvent.self)
    (serviceAppearances, appeared) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
  }

  /// What was shown, in order.
  var shown: [DesktopNotification] { state.withLock { $0.shown } }
  /// How often something should have been shown.
  var tries: Int { state.withLock { $0.tries } }
  var closed: [UInt64] { state.withLock { $0.closed.map(\.serial) } }
  var waitingCount: Int { state.withLock { $0.waiting.count } }

  func behave(_ behavior: Behavior) { state.withLock { $0.behavior = behavior } }

  func serviceAppears() { appeared.yield() }

  /// The service answers the n-th of what it was sent, counted from 1, after `show` has given up.
  func answerLate(_ call: UInt64 = 1, refuses: Bool = false) {
    let alert = ShownNotification(id: 1, serial: call, kind: .risk)
    sent.yield(.answeredLate(refuses ? nil : alert, call: call))
  }

  /// The user clicks on the n-th notification shown, counted from 1.
  func click(_ action: NotificationButton, on serial: UInt64, kind: DesktopNotification.Kind = .risk) {
    let alert = ShownNotification(id: 1, serial: serial, kind: kind)
    sent.yield(.clicked(NotificationClick(notification: alert, action: action)))
  }

  /// Answers everything that is waiting.
  func answer(_ failure: NotificationFailure.Code? = nil) {
    let waiting = state.withLock { state in
      defer { state.waiting = [] }
      return state.waiting
    }
    for waiter in waiting {
      waiter.resume(returning: failure.map { .failure(NotificationFailure($0)) } ?? .success(()))
    }
  }

  func show(_ notification: DesktopNotification) async throws(NotificationFailure) -> ShownNotification {
    let (behavior, call) = state.withLock { state in
      state.tries += 1
      return (state.behavior, UInt64(state.tries))
    }
    switch behavior {
    case .shows: break
    case .fails(let code):
      var failure = NotificationFailure(code)
      if code == .timedOut { failure.call = call }
      throw failure
    case .waits:
      let result: Result<Void, NotificationFailure> = await withCheckedContinuation { waiter in
        state.withLock { $0.waiting.append(waiter) }
      }
      try result.get()
    }
    return state.withLock { state in
      state.shown.append(notification)
      return ShownNotification(id: 1, serial: UInt64(state.shown.count), kind: notification.kind)
    }
  }

  func close(_ alert: ShownNotification) async { state.withLock { $0.closed.append(alert) } }
}
