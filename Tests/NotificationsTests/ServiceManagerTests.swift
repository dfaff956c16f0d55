import Glibc
import LinuxSystem
import Notifications
import Testing

/// In separate processes, because sd_notify(3) reads the environment of the process.
struct ServiceManagerTests {
  @Test func `every message arrives as the service manager expects it`() async {
    await #expect(processExitsWith: .success) {
      let socket = try #require(NotifySocket())
      unsafe setenv("NOTIFY_SOCKET", socket.name, 1)
      let manager = ServiceManager()
      manager.ready()
      #expect(socket.receive() == "READY=1")
      manager.status("watching\nMAINPID=1")
      #expect(socket.receive() == "STATUS=watching\\u{A}MAINPID=1")
      manager.ping()
      #expect(socket.receive() == "WATCHDOG=1")
      manager.reloading()
      let reloading = try #require(socket.receive()).split(separator: "\n")
      #expect(reloading.first == "RELOADING=1")
      let time = try #require(reloading.last.flatMap { Int64($0.dropFirst("MONOTONIC_USEC=".count)) })
      var now = timespec()
      unsafe clock_gettime(CLOCK_MONOTONIC, &now)
      let microseconds = Int64(now.tv_sec) * 1_000_000 + Int64(now.tv_nsec) / 1_000
      #expect((0...60_000_000).contains(microseconds - time))
      manager.stopping()
      #expect(socket.receive() == "STOPPING=1")
    }
  }

  @Test func `a service manager that does not read holds nothing up`() async {
    await #expect(processExitsWith: .success) {
      let socket = try #require(NotifySocket())
      unsafe setenv("NOTIFY_SOCKET", socket.name, 1)
      // More than the socket holds (unix(7), max_dgram_qlen) by default.
      let time = ContinuousClock().measure {
        for _ in 0..<1_000 { ServiceManager().ping() }
      }
      #expect(time < .seconds(10))
      #expect(socket.receive() == "WATCHDOG=1")
    }
  }

  @Test func `without a service manager nothing is sent and nothing is watched`() async {
    await #expect(processExitsWith: .success) {
      let socket = try #require(NotifySocket())
      unsafe unsetenv("NOTIFY_SOCKET")
      unsafe unsetenv("WATCHDOG_USEC")
      ServiceManager().ready()
      #expect(ServiceManager().watchdogInterval == nil)
      #expect(socket.receive() == nil)
    }
  }

  @Test func `the watchdog interval is that of this process only`() async {
    await #expect(processExitsWith: .success) {
      unsafe setenv("WATCHDOG_USEC", "30000000", 1)
      unsafe setenv("WATCHDOG_PID", "\(getpid())", 1)
      #expect(ServiceManager().watchdogInterval == .seconds(30))
      unsafe setenv("WATCHDOG_PID", "1", 1)
      #expect(ServiceManager().watchdogInterval == nil)
    }
  }

  @Test func `a service manager that has gone does no harm`() async {
    await #expect(processExitsWith: .success) {
      unsafe setenv("NOTIFY_SOCKET", "@ocr-scan-test-nobody-listens", 1)
      ServiceManager().ready()
      ServiceManager().stopping()
    }
  }
}

/// The receiving end: a datagram socket in the abstract namespace (unix(7)).
private final class NotifySocket {
  let name: String
  private let socket: OwnedDescriptor

  init?() {
    name = "@ocr-scan-test-\(getpid())"
    socket = OwnedDescriptor(
      takingOwnershipOf: Glibc.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_NONBLOCK.rawValue), 0))
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = [0] + Array(name.utf8.dropFirst())
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
    let length = socklen_t(MemoryLayout<sa_family_t>.size + bytes.count)
    let status = unsafe withUnsafeBytes(of: &address) { raw in
      guard let start = unsafe raw.bindMemory(to: sockaddr.self).baseAddress else { return Int32(-1) }
      return unsafe bind(socket.raw, start, length)
    }
    if status != 0 { return nil }
  }

  /// The next message; nil if none has come. Messages between local sockets arrive before send(2) returns.
  func receive() -> String? {
    ServiceManager.finish(within: .seconds(2))
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = unsafe bytes.withUnsafeMutableBytes { unsafe recv(socket.raw, $0.baseAddress, $0.count, 0) }
    return count < 0 ? nil : String(decoding: bytes[..<count], as: UTF8.self)
  }
}
