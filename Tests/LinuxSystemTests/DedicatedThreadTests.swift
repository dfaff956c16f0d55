import Glibc
import LinuxSystem
import TestSupport
import Testing

struct DedicatedThreadTests {
  @Test func `its end is waited for no longer than asked`() throws {
    let mayEnd = Locked(false)
    let thread = try DedicatedThread(name: "test") {
      while !mayEnd.withLock({ $0 }) { usleep(1000) }
    }
    #expect(thread.join(within: .milliseconds(20)) == false)
    mayEnd.withLock { $0 = true }
    #expect(thread.join(within: .seconds(60)))
    #expect(thread.join(within: .zero))
  }
}
