import Glibc
import LinuxSystem
import SystemPackage
import TestSupport
import Testing

struct LauncherProcessTests {
  private let folder = TemporaryFolder()

  @Test(arguments: [[0], [0, 1], [0, 1, 2], [1, 2]] as [[Int32]])
  func `it works with closed standard descriptors`(closed: [Int32]) async throws {
    let path = folder("started").string
    await #expect(processExitsWith: .success) { [path = path as String, closed = closed as [Int32]] in
      for number in closed { close(number) }
      try LauncherProcess().start("/usr/bin/touch", [path])
      _exit(EXIT_SUCCESS)
    }
    try await eventually { unsafe access(path, F_OK) == 0 }
  }
}
