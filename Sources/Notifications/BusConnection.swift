internal import CSystemd
internal import Glibc

/// A connection to a message bus. sd-bus objects belong to one thread; this class is not Sendable, so the compiler
/// keeps it there. Every call blocks until its deadline at most.
/// @safe: `bus` is set once, from sd_bus_new, is used only by methods of this object, and is freed in `deinit`.
@safe final class BusConnection {
  /// How many messages are kept while an answer is waited for.
  static let maximumAside = 100

  private let bus: OpaquePointer
  /// Messages that arrived ahead of an answer, oldest first.
  private var aside: [BusMessage] = []
  /// The unique name of the program whose signals to this one alone count.
  var correspondent: String?

  init(address: String, deadline: Deadline) throws(BusFailure) {
    var created: OpaquePointer?
    let status = unsafe sd_bus_new(&created)
    guard status >= 0, let created = unsafe created else { throw .unreachable }
    unsafe bus = created
    try unsafe check(sd_bus_set_address(bus, address), .unreachable)
    try unsafe check(sd_bus_set_bus_client(bus, 1), .unreachable)
    try unsafe check(sd_bus_start(bus), .unreachable)
    try waitUntilReady(deadline)
  }

  deinit { unsafe sd_bus_close_unref(bus) }

  /// Waits for the greeting's answer; sd_bus_call(3) would wait without a limit.
  private func waitUntilReady(_ deadline: Deadline) throws(BusFailure) {
    while try unsafe check(sd_bus_is_ready(bus), .unreachable) == 0 {
      if try unsafe check(sd_bus_process(bus, nil), .unreachable) > 0 { continue }
      if deadline.hasPassed { throw .timedOut(cookie: nil) }
      try unsafe check(sd_bus_wait(bus, deadline.remainingMicroseconds), .unreachable)
    }
  }

  static let itself = "org.freedesktop.DBus"

  func ask(_ method: String, _ argument: String, _ deadline: Deadline) throws(BusFailure) {
    _ = try call(method, of: Self.itself, deadline, [.string(argument)])
  }

  /// Calls a method and waits for the answer; error replies are thrown. The well-known name of the service is also that
  /// of the interface and, with slashes, the path of the object. Not with sd_bus_call(3), which keeps all that arrives
  /// ahead of the answer, up to 65,536 messages, and fails beyond that although the call was sent: any program may send
  /// that much in a second.
  func call(
    _ method: String, of service: String, _ deadline: Deadline, _ arguments: [BusValue] = []
  ) throws(BusFailure) -> BusMessage {
    let path = "/" + service.split(separator: ".").joined(separator: "/")
    var created: OpaquePointer?
    let made = unsafe sd_bus_message_new_method_call(bus, &created, service, path, service, method)
    guard made >= 0, let created = unsafe created else { throw .malformed }
    let message = unsafe BusMessage(takingOwnershipOf: created)
    for argument in arguments { try message.append(argument) }
    if deadline.hasPassed { throw .timedOut(cookie: nil) }
    var cookie: UInt64 = 0
    try unsafe check(sd_bus_send(bus, message.raw, &cookie), .unreachable)
    while true {
      let arrival = try receive()
      if case .message(let message) = arrival {
        if message.answered == cookie {
          if let error = message.error { throw error }
          return message
        }
        putAside(message)
      }
      if deadline.hasPassed { throw .timedOut(cookie: cookie) }
      // Why it fails, the next look at the bus tells.
      if case .nothing = arrival { unsafe sd_bus_wait(bus, deadline.remainingMicroseconds) }
    }
  }

  /// Keeps a message for `next`, unless it is what a stranger has sent to this program directly: without a
  /// destination it is one that we have subscribed to (D-Bus Specification, "Message Bus Message Routing").
  private func putAside(_ message: BusMessage) {
    guard message.isBroadcast || message.answered != nil || message.sender == correspondent else { return }
    if aside.count == Self.maximumAside { aside.removeFirst() }
    aside.append(message)
  }

  func next() throws(BusFailure) -> Arrival {
    if aside.isEmpty { return try receive() }
    return .message(aside.removeFirst())
  }

  /// The next message that has arrived. sd-bus reads no further.
  private func receive() throws(BusFailure) -> Arrival {
    var message: OpaquePointer?
    let isMore = try unsafe check(sd_bus_process(bus, &message), .unreachable) > 0
    if let message = unsafe message { return .message(unsafe BusMessage(takingOwnershipOf: message)) }
    return isMore ? .done : .nothing
  }

  enum Arrival {
    case message(BusMessage)
    /// sd-bus has dealt with it itself, for example with `Ping`.
    case done
    case nothing
  }

  /// Readable when a message may have arrived; valid as long as this object lives. Never wait for it to become
  /// writable: calls block until they are sent.
  var descriptor: Int32 { unsafe sd_bus_get_fd(bus) }
}

/// A message being written or read.
/// @safe: `raw` is one owned reference, given up in `deinit`; strings are copied out before it can go.
@safe final class BusMessage {
  fileprivate let raw: OpaquePointer

  fileprivate init(takingOwnershipOf raw: OpaquePointer) {
    unsafe self.raw = unsafe raw
  }

  deinit { unsafe sd_bus_message_unref(raw) }

  // MARK: Writing

  fileprivate func append(_ value: BusValue) throws(BusFailure) {
    switch value {
    case .string(let text):
      try unsafe check(
        text.withCString { unsafe sd_bus_message_append_basic(raw, type(SD_BUS_TYPE_STRING), $0) }, .malformed)
    case .uint32(let number): try append(number, SD_BUS_TYPE_UINT32)
    case .int32(let number): try append(number, SD_BUS_TYPE_INT32)
    case .byte(let byte): try append(byte, SD_BUS_TYPE_BYTE)
    // An int of 0 or 1 in memory (sd_bus_message_append_basic(3)).
    case .bool(let flag): try append(Int32(flag ? 1 : 0), SD_BUS_TYPE_BOOLEAN)
    case .container(let kind, let contents, let values):
      try unsafe check(sd_bus_message_open_container(raw, type(kind), contents), .malformed)
      for value in values { try append(value) }
      try unsafe check(sd_bus_message_close_container(raw), .malformed)
    }
  }

  private func append<Value: BitwiseCopyable>(_ value: Value, _ code: Int) throws(BusFailure) {
    try unsafe check(
      withUnsafePointer(to: value) { unsafe sd_bus_message_append_basic(raw, type(code), $0) },
      .malformed)
  }

  // MARK: Reading

  func readString() throws(BusFailure) -> String {
    guard let text = try readStringOrEnd() else { throw .malformed }
    return text
  }

  func readUInt32() throws(BusFailure) -> UInt32 { try readWord(SD_BUS_TYPE_UINT32) }
  /// A D-Bus boolean is an int of 0 or 1 in memory (sd_bus_message_read_basic(3)).
  func readBool() throws(BusFailure) -> Bool { try readWord(SD_BUS_TYPE_BOOLEAN) != 0 }

  private func readWord(_ code: Int) throws(BusFailure) -> UInt32 {
    var word: UInt32 = 0
    let found = try unsafe check(sd_bus_message_read_basic(raw, type(code), &word), .malformed)
    guard found > 0 else { throw .malformed }
    return word
  }

  func readStrings(limit: Int) throws(BusFailure) -> [String] {
    try unsafe check(sd_bus_message_enter_container(raw, type(SD_BUS_TYPE_ARRAY), "s"), .malformed)
    var strings: [String] = []
    while strings.count < limit, let string = try readStringOrEnd() { strings.append(string) }
    return strings
  }

  private func readStringOrEnd() throws(BusFailure) -> String? {
    var text: UnsafePointer<CChar>?
    let found = try unsafe check(sd_bus_message_read_basic(raw, type(SD_BUS_TYPE_STRING), &text), .malformed)
    guard found > 0, let text = unsafe text else { return nil }
    return unsafe String(cString: text)
  }

  /// The unique name of the sender, assigned by the bus.
  var sender: String? { unsafe sd_bus_message_get_sender(raw).map { unsafe String(cString: $0) } }

  func isSignal(_ interface: String, _ member: String) -> Bool {
    unsafe sd_bus_message_is_signal(raw, interface, member) > 0
  }

  /// Whether it was sent to all who have subscribed to it, and not to this program alone.
  var isBroadcast: Bool { unsafe sd_bus_message_get_destination(raw) == nil }

  /// The serial number of the call that this is a reply to, an error included; nil if it is none.
  var answered: UInt64? {
    var cookie: UInt64 = 0
    return unsafe sd_bus_message_get_reply_cookie(raw, &cookie) >= 0 ? cookie : nil
  }

  var error: BusFailure? {
    guard unsafe sd_bus_message_is_method_error(raw, nil) > 0 else { return nil }
    let name = unsafe sd_bus_message_get_error(raw)?.pointee.name.map { unsafe String(cString: $0) }
    // Sent by the bus when the called program leaves without a reply.
    if name == "org.freedesktop.DBus.Error.NoReply" { return .vanished }
    return .refused(name: name, byBus: sender == BusConnection.itself)
  }
}

/// An argument of a call.
enum BusValue {
  case string(String), uint32(UInt32), int32(Int32), byte(UInt8), bool(Bool)
  case container(Int, contents: String, [BusValue])

  static func strings(_ texts: [String]) -> BusValue {
    .container(SD_BUS_TYPE_ARRAY, contents: "s", texts.map { .string($0) })
  }

  /// An `a{sv}` dictionary, of values with their types.
  static func dictionary(_ entries: [(key: String, type: String, value: BusValue)]) -> BusValue {
    let entries = entries.map { key, type, value in
      let variant = BusValue.container(SD_BUS_TYPE_VARIANT, contents: type, [value])
      return BusValue.container(SD_BUS_TYPE_DICT_ENTRY, contents: "sv", [.string(key), variant])
    }
    return .container(SD_BUS_TYPE_ARRAY, contents: "{sv}", entries)
  }
}

/// D-Bus type codes are characters; C's enumeration makes them integers.
private func type(_ code: Int) -> CChar { CChar(truncatingIfNeeded: code) }

@discardableResult
private func check(_ status: Int32, _ failure: BusFailure) throws(BusFailure) -> Int32 {
  guard status >= 0 else { throw failure }
  return status
}

enum BusFailure: Error, Equatable {
  /// The bus cannot be reached, or the connection was lost.
  case unreachable
  /// The deadline passed. The cookie is that of the unanswered call, nil while connecting.
  case timedOut(cookie: UInt64?)
  /// The called program left the bus before it replied.
  case vanished
  /// The reply is an error; its D-Bus name, and whether it comes from the bus and not from the called program.
  case refused(name: String?, byBus: Bool)
  /// A message could not be built or read.
  case malformed
}

/// The deadline of one notification. SuspendingClock is CLOCK_MONOTONIC on Linux, the clock of sd-bus. Time asleep does
/// not count against the service.
typealias Deadline = SuspendingClock.Instant

extension Deadline {
  var hasPassed: Bool { .now >= self }

  /// The remaining time, at least 1: sd-bus takes 0 for "the default of 25 s".
  var remainingMicroseconds: UInt64 { UInt64(max(1, (self - .now) / .microseconds(1))) }
}
