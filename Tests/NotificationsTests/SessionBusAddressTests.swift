import Notifications
import Testing

struct SessionBusAddressTests {
  @Test(arguments: [
    (["DBUS_SESSION_BUS_ADDRESS": "unix:path=/a", "XDG_RUNTIME_DIR": "/run/user/7"], "unix:path=/a"),
    (["DBUS_SESSION_BUS_ADDRESS": "", "XDG_RUNTIME_DIR": "/run/user/7"], "unix:path=/run/user/7/bus"),
    (["XDG_RUNTIME_DIR": "/run/a b;c,é"], "unix:path=/run/a%20b%3bc%2c%c3%a9/bus"),
    (["XDG_RUNTIME_DIR": "relative"], nil),
    ([:], nil),
  ])
  func `the address comes from the environment`(environment: [String: String], expected: String?) {
    #expect(SessionBusAddress.find(in: environment) == expected)
  }
}
