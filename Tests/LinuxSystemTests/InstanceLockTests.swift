import Foundation
import Glibc
import LinuxSystem
import Synchronization
import SystemPackage
import TestSupport
import Testing

struct InstanceLockTests {
  private let folder = TemporaryFolder()

  @Test func `the second one learns who holds the lock, and gets it afterwards`() throws {
    let path = folder("lock")
    switch try InstanceLock.tryAcquire(path) {
    case .heldBy: Issue.record("nobody else has it")
    case .acquired(let lock):
      switch try InstanceLock.tryAcquire(path) {
      case .acquired: Issue.record("two have it")
      case .heldBy(let process): #expect(process == nil)
      }
      _ = consume lock
    }
    switch try InstanceLock.tryAcquire(path) {
    case .acquired: break
    case .heldBy: Issue.record("nobody has it any more")
    }
  }

  @Test func `looking at the lock neither takes it nor writes to the file`() throws {
    let path = folder("lock")
    #expect(try InstanceLock.look(at: path) == .free)
    #expect(throws: SystemError.self) { _ = try FileStatus(of: path, followingSymlinks: false) }
    Files.write(path, Array("17\n".utf8))
    #expect(try InstanceLock.look(at: path) == .free)
    #expect(try FileStatus(of: path, followingSymlinks: false).size == 3)
    switch try InstanceLock.tryAcquire(path) {
    case .heldBy: Issue.record("nobody else has it")
    case .acquired(let lock):
      #expect(try InstanceLock.look(at: path) == .heldBy(nil))
      _ = consume lock
    }
    #expect(try InstanceLock.look(at: path) == .free)
  }

  @Test func `only the process that holds the lock gets a signal, whatever number is in the file`() async throws {
    let path = folder("lock")
    let name = path.string
    #expect(throws: SystemError.self) { try InstanceLock.signalHolder(of: path, SIGTERM) }
    let other = Process()
    other.executableURL = URL(filePath: "/bin/sleep")
    other.arguments = ["600"]
    try other.run()
    // SIGTERM may be ignored, as other tests trap it, and while this process lives `swift test` waits for its output.
    defer { kill(other.processIdentifier, SIGKILL) }
    Files.write(path, Array("\(other.processIdentifier)\n".utf8))
    #expect(try !InstanceLock.signalHolder(of: path, SIGTERM))
    // A thread of its own: the process that exits keeps those of Swift's tasks waiting, and two cores have two.
    let wasSent = Mutex<Bool?>(nil)
    Thread.detachNewThread {
      for _ in 0..<6_000 {
        if case .heldBy(.some)? = try? InstanceLock.look(at: path) { break }
        usleep(10_000)
      }
      Files.write(path, Array("\(other.processIdentifier)\n".utf8))
      wasSent.withLock { $0 = try? InstanceLock.signalHolder(of: path, SIGTERM) }
    }
    await #expect(processExitsWith: .signal(SIGTERM)) { [name = name as String] in
      guard case .acquired(let lock) = try InstanceLock.tryAcquire(FilePath(name)) else { return }
      alarm(120)
      // A loop that has an end, or the optimizer ends the lock before it.
      while getppid() != 0 { pause() }
      _ = consume lock
    }
    try await eventually { wasSent.withLock { $0 } == true }
    #expect(other.isRunning)
    #expect(try InstanceLock.look(at: path) == .free)
  }

  @Test func `the file is for the user alone`() throws {
    let path = folder("lock")
    Files.write(path, Array("999999999999\n".utf8))
    Files.setMode(path, 0o644)
    switch try InstanceLock.tryAcquire(path) {
    case .acquired: break
    case .heldBy: Issue.record("nobody has it")
    }
    let status = try FileStatus(of: path, followingSymlinks: false)
    #expect(status.permissions == 0o600)
    #expect(status.size == Int64("\(getpid())\n".utf8.count))
  }

  @Test func `a full disk, where its number cannot be written, does not cost the lock`() async {
    let name = folder("lock").string
    // RLIMIT_FSIZE makes writes fail as a full disk does; in a process of its own, because it applies to all of one.
    await #expect(processExitsWith: .success) { [name = name as String] in
      signal(SIGXFSZ, SIG_IGN)
      var limit = rlimit()
      unsafe getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
      limit.rlim_cur = 0
      unsafe setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
      guard case .acquired(let lock) = try InstanceLock.tryAcquire(FilePath(name)) else { exit(2) }
      guard try InstanceLock.look(at: FilePath(name)) == .heldBy(nil) else { exit(3) }
      _ = consume lock
    }
  }

  @Test func `a link or a FIFO in its place is refused without waiting`() throws {
    Files.symlink("target", at: folder("link"))
    Files.makeFIFO(folder("fifo"))
    Files.makeFolder(folder("folder"))
    for name in ["link", "fifo", "folder"] {
      #expect(throws: SystemError.self) { _ = try InstanceLock.tryAcquire(folder(name)) }
    }
    #expect(throws: SystemError.self) { _ = try FileStatus(of: folder("target"), followingSymlinks: false) }
  }
}
