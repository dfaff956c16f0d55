internal import CSystemd
internal import Foundation
internal import Glibc
internal import Synchronization

/// A program that owns `org.freedesktop.Notifications` on a test bus and records the calls it gets.
package final class FakeNotificationService: Sendable {
  package enum Behavior: Sendable {
    case answers
    /// Accepts calls and never answers.
    case isSilent
    /// Answers `Notify` only when told to by `answerLate`.
    case answersLate
    /// Answers `Notify` with this error.
    case refuses(String)
    /// Leaves the bus when it is asked to notify.
    case leavesOnNotify
  }

  package struct Notify: Sendable, Equatable {
    package var application = ""
    package var replacedID: UInt32 = 0
    package var icon = ""
    package var summary = ""
    package var body = ""
    /// Keys and labels alternate.
    package var actions: [String] = []
    package var hints: [String: String] = [:]
    package var expireTimeout: Int32 = 0

    package init() {}

    /// The key of the action with this label; nil if there is none.
    package func key(_ label: String) -> String? {
      actions.indices.last { $0 % 2 == 1 && actions[$0] == label }.map { actions[$0 - 1] }
    }

    /// The labels of the buttons, in order.
    package var labels: [String] {
      actions.indices.filter { $0 % 2 == 1 && actions[$0 - 1] != "default" }.map { actions[$0] }
    }

    package init(
      application: String, replacedID: UInt32, icon: String, summary: String, body: String, actions: [String],
      hints: [String: String], expireTimeout: Int32
    ) {
      self.application = application
      self.replacedID = replacedID
      self.icon = icon
      self.summary = summary
      self.body = body
      self.actions = actions
      self.hints = hints
      self.expireTimeout = expireTimeout
    }
  }

  private enum Signal {
    case actionInvoked(UInt32, String)
    case closed(UInt32)
    case locked
    case malformed
  }

  private struct State {
    var signals: [Signal] = []
    var ids: [UInt32] = []
    var notifications: [Notify] = []
    var capabilityQuestions = 0
    var closed: [UInt32] = []
    var shouldEnd = false
    var hasEnded = false
    var isReady = false
    var nextID: UInt32
    var shouldAnswerLate = false
    var hasAnsweredLate = false
  }

  private let state: Mutex<State>
  private let behavior: Behavior
  private let capabilities: [String]
  private let address: String
  private let nameFlags: UInt64

  package var notifications: [Notify] { state.withLock { $0.notifications } }
  package var capabilityQuestions: Int { state.withLock { $0.capabilityQuestions } }
  package var closed: [UInt32] { state.withLock { $0.closed } }
  package var hasEnded: Bool { state.withLock { $0.hasEnded } }

  /// Returns when the service owns its name or, as an heir, is queued behind the present owner.
  package init(
    on address: String, capabilities: [String] = ["body"], firstID: UInt32 = 1, behavior: Behavior = .answers,
    asHeir: Bool = false
  ) throws {
    state = Mutex(State(nextID: firstID))
    self.behavior = behavior
    self.capabilities = capabilities
    self.address = address
    nameFlags = asHeir ? UInt64(SD_BUS_NAME_QUEUE) : 0
    Thread.detachNewThread { self.run() }
    try poll(until: { self.state.withLock { $0.isReady } })
  }

  /// The IDs of the notifications.
  package var ids: [UInt32] { state.withLock { $0.ids } }

  /// The user clicks a button of a notification, or the notification itself ("default").
  package func click(_ key: String, on id: UInt32) { state.withLock { $0.signals.append(.actionInvoked(id, key)) } }

  /// A notification closes: it expired, or the user dismissed it.
  package func close(_ id: UInt32) { state.withLock { $0.signals.append(.closed(id)) } }

  /// The screen of the session is locked.
  package func lockScreen() { state.withLock { $0.signals.append(.locked) } }

  /// Sends a signal whose argument has the wrong type.
  package func sayNonsense() { state.withLock { $0.signals.append(.malformed) } }

  /// True once all signals have been sent.
  package var hasToldAll: Bool { state.withLock { $0.signals.isEmpty } }

  /// Returns when the service has left the bus.
  package func stop() throws {
    state.withLock { $0.shouldEnd = true }
    try poll(until: { self.hasEnded })
  }

  /// Answers the pending `Notify`, and later ones at once. Returns when the answer is on its way.
  package func answerLate() throws {
    state.withLock { $0.shouldAnswerLate = true }
    try poll(until: { self.state.withLock { $0.hasAnsweredLate } })
  }

  private func run() {
    var bus: OpaquePointer?
    unsafe sd_bus_new(&bus)
    unsafe sd_bus_set_address(bus, address)
    unsafe sd_bus_set_bus_client(bus, 1)
    unsafe sd_bus_start(bus)
    let owned = unsafe sd_bus_request_name(bus, "org.freedesktop.Notifications", nameFlags)
    unsafe sd_bus_request_name(bus, "org.freedesktop.ScreenSaver", nameFlags)
    state.withLock { $0.isReady = owned >= 0 }
    var late: OpaquePointer?
    while !state.withLock({ $0.shouldEnd }) {
      var message: OpaquePointer?
      let status = unsafe sd_bus_process(bus, &message)
      if status < 0 { break }
      if let message = unsafe message {
        unsafe handle(message, bus, &late)
        unsafe sd_bus_message_unref(message)
      }
      if let waiting = unsafe late, state.withLock({ $0.shouldAnswerLate }) {
        unsafe answer(waiting, bus)
        unsafe sd_bus_message_unref(waiting)
        unsafe late = nil
        state.withLock { $0.hasAnsweredLate = true }
      }
      if let signal = state.withLock({ $0.signals.first }) {
        unsafe emit(signal, bus)
        state.withLock { _ = $0.signals.removeFirst() }
        continue
      }
      if status == 0 { unsafe sd_bus_wait(bus, 10_000) }
    }
    // Waits for the bus to confirm, so that the next service finds the name free.
    unsafe sd_bus_release_name(bus, "org.freedesktop.Notifications")
    unsafe sd_bus_flush_close_unref(bus)
    state.withLock { $0.hasEnded = true }
  }

  private func emit(_ signal: Signal, _ bus: OpaquePointer?) {
    let service = ("/org/freedesktop/Notifications", "org.freedesktop.Notifications")
    let (path, interface, member) =
      switch signal {
      case .actionInvoked: (service.0, service.1, "ActionInvoked")
      case .closed, .malformed: (service.0, service.1, "NotificationClosed")
      case .locked: ("/org/freedesktop/ScreenSaver", "org.freedesktop.ScreenSaver", "ActiveChanged")
      }
    var message: OpaquePointer?
    unsafe sd_bus_message_new_signal(bus, &message, path, interface, member)
    switch signal {
    case .actionInvoked(var id, let key):
      unsafe sd_bus_message_append_basic(message, code("u"), &id)
      unsafe sd_bus_message_append_basic(message, code("s"), key)
    case .closed(var id):
      var reason: UInt32 = 2
      unsafe sd_bus_message_append_basic(message, code("u"), &id)
      unsafe sd_bus_message_append_basic(message, code("u"), &reason)
    case .locked:
      var isActive: Int32 = 1
      unsafe sd_bus_message_append_basic(message, code("b"), &isActive)
    case .malformed: unsafe sd_bus_message_append_basic(message, code("s"), "x")
    }
    unsafe sd_bus_send(bus, message, nil)
    unsafe sd_bus_flush(bus)
    unsafe sd_bus_message_unref(message)
  }

  private func handle(_ call: OpaquePointer, _ bus: OpaquePointer?, _ late: inout OpaquePointer?) {
    let member = unsafe sd_bus_message_get_member(call).map { unsafe String(cString: $0) } ?? ""
    guard unsafe sd_bus_message_is_method_call(call, "org.freedesktop.Notifications", nil) > 0 else { return }
    switch member {
    case "Notify": state.withLock { $0.notifications.append(unsafe readNotify(call)) }
    case "GetCapabilities": state.withLock { $0.capabilityQuestions += 1 }
    case "CloseNotification":
      var id: UInt32 = 0
      unsafe sd_bus_message_read_basic(call, code("u"), &id)
      state.withLock { $0.closed.append(id) }
    default: break
    }
    switch (behavior, member) {
    case (.isSilent, _): return
    case (.answersLate, "Notify") where !state.withLock({ $0.shouldAnswerLate }):
      unsafe late = unsafe sd_bus_message_ref(call)
    case (.leavesOnNotify, "Notify"): state.withLock { $0.shouldEnd = true }
    case (.refuses(let name), "Notify"):
      var error = unsafe sd_bus_error()
      unsafe sd_bus_error_set(&error, name, "private words of the service")
      unsafe sd_bus_reply_method_error(call, &error)
      unsafe sd_bus_error_free(&error)
    default: unsafe answer(call, bus)
    }
  }

  private func answer(_ call: OpaquePointer, _ bus: OpaquePointer?) {
    var reply: OpaquePointer?
    unsafe sd_bus_message_new_method_return(call, &reply)
    switch unsafe sd_bus_message_get_member(call).map({ unsafe String(cString: $0) }) ?? "" {
    case "Notify":
      var id = state.withLock { state in
        // As the specification says, a notification that replaces another keeps its ID.
        let replaced = state.notifications.last?.replacedID ?? 0
        if replaced == 0 { state.nextID += 1 }
        let id = replaced == 0 ? state.nextID - 1 : replaced
        state.ids.append(id)
        return id
      }
      unsafe sd_bus_message_append_basic(reply, code("u"), &id)
    case "GetCapabilities":
      unsafe sd_bus_message_open_container(reply, code("a"), "s")
      for capability in capabilities { unsafe sd_bus_message_append_basic(reply, code("s"), capability) }
      unsafe sd_bus_message_close_container(reply)
    case "GetServerInformation":
      for text in ["Fake", "Nobody", "7.1", "1.2"] {
        unsafe sd_bus_message_append_basic(reply, code("s"), text)
      }
    default: break
    }
    unsafe sd_bus_send(bus, reply, nil)
    unsafe sd_bus_message_unref(reply)
  }

  private func readNotify(_ call: OpaquePointer) -> Notify {
    var notify = Notify()
    notify.application = unsafe readString(call)
    unsafe sd_bus_message_read_basic(call, code("u"), &notify.replacedID)
    notify.icon = unsafe readString(call)
    notify.summary = unsafe readString(call)
    notify.body = unsafe readString(call)
    unsafe sd_bus_message_enter_container(call, code("a"), "s")
    while true {
      let text = unsafe readString(call)
      if text.isEmpty { break }
      notify.actions.append(text)
    }
    unsafe sd_bus_message_exit_container(call)
    unsafe sd_bus_message_enter_container(call, code("a"), "{sv}")
    while unsafe sd_bus_message_enter_container(call, code("e"), "sv") > 0 {
      let key = unsafe readString(call)
      notify.hints[key] = unsafe readVariant(call)
      unsafe sd_bus_message_exit_container(call)
    }
    unsafe sd_bus_message_exit_container(call)
    unsafe sd_bus_message_read_basic(call, code("i"), &notify.expireTimeout)
    return notify
  }

  /// The value after its type: "y 2", "s ocr-scan", "b 0".
  private func readVariant(_ call: OpaquePointer) -> String {
    var type: CChar = 0
    var contents: UnsafePointer<CChar>?
    unsafe sd_bus_message_peek_type(call, &type, &contents)
    guard let signature = unsafe contents.map({ unsafe String(cString: $0) }) else { return "" }
    unsafe sd_bus_message_enter_container(call, code("v"), signature)
    defer { unsafe sd_bus_message_exit_container(call) }
    if signature == "s" { return "s \(unsafe readString(call))" }
    var number: UInt32 = 0
    unsafe sd_bus_message_read_basic(call, code(signature), &number)
    return "\(signature) \(number)"
  }

  private func readString(_ message: OpaquePointer) -> String {
    var text: UnsafePointer<CChar>?
    guard unsafe sd_bus_message_read_basic(message, code("s"), &text) > 0, let text = unsafe text else { return "" }
    return unsafe String(cString: text)
  }
}

private func code(_ character: String) -> CChar { character.utf8CString.first ?? 0 }
