internal import CSystemd

/// A program on a test bus that owns no name unless it takes one, and sends what it likes to everybody.
package struct BusStranger {
  package struct CannotSend: Error {}

  package enum Value: Sendable {
    case truth(Bool)
    case text(String)
  }

  private let address: String

  package init(on address: String) { self.address = address }

  /// Sends a signal to all who listen to it, and to each program on the bus directly, which no match rule prevents.
  /// Returns when the bus has passed it on.
  package func send(_ interface: String, _ member: String, _ value: Value, taking name: String? = nil) throws {
    let bus = try unsafe connect()
    defer { unsafe sd_bus_flush_close_unref(bus) }
    if let name, unsafe sd_bus_request_name(bus, name, 0) < 0 { throw CannotSend() }
    // The bus numbers its programs.
    for destination in [nil] + (0..<20).map({ ":1.\($0)" }) {
      var message: OpaquePointer?
      unsafe sd_bus_message_new_signal(bus, &message, "/org/freedesktop/ScreenSaver", interface, member)
      defer { unsafe sd_bus_message_unref(message) }
      switch value {
      case .truth(let truth):
        var number: Int32 = truth ? 1 : 0
        unsafe sd_bus_message_append_basic(message, CChar(SD_BUS_TYPE_BOOLEAN), &number)
      case .text(let text): unsafe sd_bus_message_append_basic(message, CChar(SD_BUS_TYPE_STRING), text)
      }
      if let destination { unsafe sd_bus_message_set_destination(message, destination) }
      guard unsafe sd_bus_send(bus, message, nil) >= 0 else { throw CannotSend() }
    }
    try unsafe settle(bus)
  }

  /// Sends a program the same signal, or a call that wants no answer, again and again. Returns when the bus has passed
  /// on all of them.
  package func flood(
    _ destination: String, _ interface: String, _ member: String, asCalls: Bool = false, count: Int
  ) throws {
    let bus = try unsafe connect()
    defer { unsafe sd_bus_flush_close_unref(bus) }
    for number in 0..<count {
      var message: OpaquePointer?
      if asCalls {
        unsafe sd_bus_message_new_method_call(bus, &message, destination, "/", interface, member)
      } else {
        unsafe sd_bus_message_new_signal(bus, &message, "/", interface, member)
        unsafe sd_bus_message_set_destination(message, destination)
      }
      defer { unsafe sd_bus_message_unref(message) }
      guard unsafe sd_bus_send(bus, message, nil) >= 0 else { throw CannotSend() }
      if number % 1_000 == 0 { unsafe sd_bus_flush(bus) }
    }
    try unsafe settle(bus)
  }

  private func connect() throws -> OpaquePointer? {
    var bus: OpaquePointer?
    unsafe sd_bus_new(&bus)
    unsafe sd_bus_set_address(bus, address)
    unsafe sd_bus_set_bus_client(bus, 1)
    guard unsafe sd_bus_start(bus) >= 0 else {
      unsafe sd_bus_unref(bus)
      throw CannotSend()
    }
    return unsafe bus
  }

  /// The bus answers in order.
  private func settle(_ bus: OpaquePointer?) throws {
    var question: OpaquePointer?
    var answer: OpaquePointer?
    let name = "org.freedesktop.DBus"
    unsafe sd_bus_message_new_method_call(bus, &question, name, "/org/freedesktop/DBus", name, "GetId")
    defer { unsafe sd_bus_message_unref(question) }
    guard unsafe sd_bus_call(bus, question, 10_000_000, nil, &answer) >= 0 else { throw CannotSend() }
    unsafe sd_bus_message_unref(answer)
  }
}
