import Daemon
import LinuxSystem
import Settings
import SystemPackage
import TestSupport
import Testing

@testable import ScanModel

/// A second watcher is refused, be it of the same session or only on the same history.
struct DaemonLockTests {
  private let folder = TemporaryFolder()

  /// The directories of a session.
  private func session(_ runtime: String, data: String = "data") throws -> XDGDirectories {
    try XDGDirectories(environment: [
      "HOME": folder.path.string, "XDG_RUNTIME_DIR": folder(runtime).string, "XDG_DATA_HOME": folder(data).string,
    ])
  }

  @Test(arguments: [("first", "other"), ("second", "data"), ("first", "data")])
  func `of two in one session or on one history, the second is told`(runtime: String, data: String) throws {
    let (first, second) = (try session("first"), try session(runtime, data: data))
    let lock = try DaemonLock.acquire(in: first)
    let failure = #expect(throws: ScanFailure.self) { _ = try DaemonLock.acquire(in: second) }
    #expect(failure?.code == .scanInProgress)
    // The kernel does not name the process that asks as the holder.
    #expect(failure?.detail?.english == "ocr-scand is already running")
    #expect(DaemonLock.look(in: second) == .heldBy(nil))
    #expect((DaemonLock.look(inSession: second) != .free) == (runtime == "first"))
    withExtendedLifetime(lock) {}
  }

  @Test func `the lock of the history ends with its holder, and its file stays`() throws {
    let (first, second) = (try session("first"), try session("second"))
    do {
      let lock = try DaemonLock.acquire(in: first)
      withExtendedLifetime(lock) {}
    }
    #expect(Files.mode(first.data.appending("watcher.lock")) == 0o600)
    #expect(DaemonLock.look(in: second) == .free)
    _ = try DaemonLock.acquire(in: second)
  }

  @Test func `two histories of two sessions have a watcher each`() throws {
    let lock = try DaemonLock.acquire(in: try session("first"))
    _ = try DaemonLock.acquire(in: try session("second", data: "other"))
    withExtendedLifetime(lock) {}
  }

  @Test func `both locks can be in one folder`() throws {
    _ = try DaemonLock.acquire(in: try session("same", data: "same"))
  }

  @Test func `a folder of the history where nothing can be locked is no reason not to start`() throws {
    Files.makeFolder(folder("data"))
    let directories = try session("first")
    Files.write(directories.data)
    _ = try DaemonLock.acquire(in: directories)
    Files.unlink(directories.data)
    Files.makeFolder(directories.data)
    Files.makeFolder(directories.data.appending("watcher.lock"))
    let lock = try DaemonLock.acquire(in: directories)
    #expect(DaemonLock.look(in: directories) == .heldBy(nil))
    withExtendedLifetime(lock) {}
  }
}
