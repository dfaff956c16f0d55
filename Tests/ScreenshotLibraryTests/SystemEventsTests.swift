import Glibc
import LinuxSystem
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import ScreenshotLibrary

/// A test cannot set the machine's clock, so a pipe stands in for the descriptor that reports changes. The fault test
/// `mounted_over` makes real mounts.
struct SystemEventsTests {
  private let folder = TemporaryFolder()

  @Test func `folders are listed once when the machine has slept`() async throws {
    let (reader, writer) = try FileDescriptor.pipe()
    #expect(fcntl(reader.rawValue, F_SETFL, O_NONBLOCK) == 0)
    let raw = reader.rawValue
    var options = FolderWatcher.Options()
    options.makeChanges = { SystemEvents(mounts: nil, clock: OwnedDescriptor(takingOwnershipOf: raw)) }
    let recorder = try await EventRecorder.watching([folder.path], options: options)
    for _ in 1...3 {
      recorder.clear()
      try writer.writeAll([1, 0, 0, 0, 0, 0, 0, 0])
      try await recorder.expect(.rescanNeeded(folder: folder.path, reason: .resumed))
      Files.write(folder("proof.png"))
      try await recorder.expect(.arrived(folder("proof.png"), .closed))
      #expect(recorder.events.count { $0 == .rescanNeeded(folder: folder.path, reason: .resumed) } == 1)
    }
    try writer.close()
  }

  @Test func `the kernel lets it wait without telling anything`() throws {
    let ready = try Readiness.wait(first: -1, changes: SystemEvents(), timeout: .milliseconds(50))
    // Other programs on the machine may mount something meanwhile.
    #expect(ready.subtracting(.mountsChanged) == [])
  }
}
