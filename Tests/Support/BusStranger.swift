internal import CSystemd

/// A program on a test bus that owns no name, and sends what it likes to everybody.
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
  package func send(_ interface: String, _ member: String, _ value: Value) throws {
    var bus: OpaquePointer?
    unsafe sd_bus_new(&bus)
    defer { unsafe sd_bus_flush_close_unref(bus) }
    unsafe sd_bus_set_address(bus, address)
    unsafe sd_bus_set_bus_client(bus, 1)
    guard unsafe sd_bus_start(bus) >= 0 else { throw CannotSend() }
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
    // The bus answers in order.
    var question: OpaquePointer?
    var answer: OpaquePointer?
    let name = "org.freedesktop.DBus"
    unsafe sd_bus_message_new_method_call(bus, &question, name, "/org/freedesktop/DBus", name, "GetId")
    defer { unsafe sd_bus_message_unref(question) }
    guard unsafe sd_bus_call(bus, question, 10_000_000, nil, &answer) >= 0 else { throw CannotSend() }
    unsafe sd_bus_message_unref(answer)
  }
}
