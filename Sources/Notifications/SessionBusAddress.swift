/// Finds the user's session bus.
package enum SessionBusAddress {
  /// The address from an environment: `DBUS_SESSION_BUS_ADDRESS`, or else the socket of systemd's user bus in
  /// `XDG_RUNTIME_DIR`, as in sd_bus_default_user(3); nil if neither is set.
  package static func find(in environment: [String: String]) -> String? {
    if let address = environment["DBUS_SESSION_BUS_ADDRESS"], !address.isEmpty { return address }
    guard let directory = environment["XDG_RUNTIME_DIR"], directory.hasPrefix("/") else { return nil }
    return "unix:path=\(escaped(directory))/bus"
  }

  /// D-Bus Specification, "Server Addresses": any other byte is written as %xx.
  private static func escaped(_ path: String) -> String {
    var result = ""
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: "-"),
        UInt8(ascii: "_"), UInt8(ascii: "*"), UInt8(ascii: "\\"):
        result.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16)
        result += digits.count == 1 ? "%0\(digits)" : "%\(digits)"
      }
    }
    return result
  }
}
