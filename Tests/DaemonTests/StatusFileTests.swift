import SystemPackage
import TestSupport
import Testing

@testable import Daemon

struct StatusFileTests {
  private let folder = TemporaryFolder()

  @Test(arguments: [true, false])
  func `a line is read as it was written`(_ isTrouble: Bool) {
    let status = DaemonStatus(text: "Watching 2 folders", isTrouble: isTrouble)
    StatusFile(in: folder.path).write(status)
    #expect(StatusFile(in: folder.path).read() == status)
  }

  @Test func `control characters stay out of it`() {
    StatusFile(in: folder.path).write(DaemonStatus(text: "a\nfine: b\u{1B}[2J", isTrouble: true))
    let status = StatusFile(in: folder.path).read()
    #expect(status?.isTrouble == true)
    #expect(status?.text.unicodeScalars.allSatisfy { $0.value >= 32 } == true)
  }

  @Test(arguments: ["", "all is well\n", "trouble\n"])
  func `anything else is no status`(_ line: String) {
    Files.write(folder("status"), Array(line.utf8))
    #expect(StatusFile(in: folder.path).read() == nil)
  }
}
