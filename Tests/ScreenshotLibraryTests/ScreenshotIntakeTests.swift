import Foundation
import Glibc
import LinuxSystem
import ScanModel
import ScreenshotLibrary
import Synchronization
import SystemPackage
import TestSupport
import Testing

struct ScreenshotIntakeTests {
  private let folder = TemporaryFolder()

  private func read(_ path: FilePath, maximumBytes: Int64 = 1 << 20, followSymlinks: Bool = false) throws
    -> ScreenshotContent
  {
    try ScreenshotIntake.read(path, maximumBytes: maximumBytes, followSymlinks: followSymlinks)
  }

  private func failure(of body: () throws -> ScreenshotContent) throws -> IntakeFailure {
    try #require(throws: IntakeFailure.self) { _ = try body() }
  }

  private func bytes(of content: ScreenshotContent) throws -> [UInt8] {
    try content.withBytes { span in unsafe span.withUnsafeBytes { unsafe Array($0) } }
  }

  // The digests are from FIPS 180-4 and its examples.
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (String(repeating: "a", count: 1_000_000), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"),
  ])
  func `the bytes, their number and their digest are those of the file`(text: String, digest: String) throws {
    let path = folder("a.png")
    Files.write(path, Array(text.utf8))
    let content = try read(path)
    #expect(content.byteCount == Int64(text.utf8.count))
    #expect(content.sha256 == digest)
    #expect(try bytes(of: content) == Array(text.utf8))
    #expect(content.identity == FileIdentity(try FileStatus(of: path, followingSymlinks: false)))
    let capturedAt = try #require(content.capturedAt)
    #expect(abs(capturedAt.timeIntervalSinceNow) < 600)
  }

  @Test func `nobody can change the copy`() throws {
    Files.write(folder("a.png"), [1, 2, 3])
    let content = try read(folder("a.png"))
    #expect(unsafe pwrite(content.descriptor, [9], 1, 0) == -1 && errno == EPERM)
    #expect(ftruncate(content.descriptor, 0) == -1 && errno == EPERM)
    #expect(ftruncate(content.descriptor, 4096) == -1 && errno == EPERM)
    #expect(fcntl(content.descriptor, F_GETFD) & FD_CLOEXEC != 0)
    Files.write(folder("a.png"), [7, 7, 7, 7])
    #expect(try bytes(of: content) == [1, 2, 3])
  }

  @Test func `a name that is not text is read like any other`() throws {
    let path = folder([0xFF, 0xFE] + Array("\n.png".utf8))
    Files.write(path, Array("abc".utf8))
    #expect(try read(path).byteCount == 3)
  }

  @Test func `what is not a regular file is refused without waiting`() throws {
    Files.makeFIFO(folder("fifo.png"))
    Files.makeFolder(folder("folder.png"))
    Files.symlink("/etc/hostname", at: folder("link.png"))
    Files.symlink("nowhere", at: folder("dangling.png"))
    Files.makeSocket(folder("socket.png"))
    let codes = try ["fifo", "folder", "link", "dangling", "socket", "missing"].map { name in
      try failure { try read(folder("\(name).png")) }.code
    }
    #expect(codes == [.notRegularFile, .isDirectory, .isSymbolicLink, .isSymbolicLink, .notRegularFile, .notFound])
    #expect(try failure { try read("/dev/null") }.code == .notRegularFile)
    #expect(try failure { try read(folder("fifo.png").appending("x.png")) }.code == .notFound)
  }

  @Test func `a link that the user named is followed`() throws {
    Files.write(folder("a.png"), [1])
    Files.symlink("a.png", at: folder("link.png"))
    Files.symlink("loop.png", at: folder("loop.png"))
    #expect(try read(folder("link.png"), followSymlinks: true).byteCount == 1)
    #expect(try failure { try read(folder("loop.png"), followSymlinks: true) }.code == .notFound)
  }

  @Test func `size is checked before anything is read`() throws {
    Files.write(folder("a.png"), Array(repeating: 1, count: 1000))
    #expect(try read(folder("a.png"), maximumBytes: 1000).byteCount == 1000)
    #expect(try failure { try read(folder("a.png"), maximumBytes: 999) }.code == .tooLarge)
    Files.truncate(folder("a.png"), to: 10 << 30)
    let tooLarge = try failure { try read(folder("a.png"), maximumBytes: 64 << 20) }
    #expect(tooLarge.code == .tooLarge)
    #expect(tooLarge.identity?.size == 10 << 30)
  }

  @Test(.enabled(if: UnprivilegedThread.isPossible, "needs root, to be another user"))
  func `a file without the right to read is told apart`() async throws {
    let path = folder("a.png")
    Files.write(path)
    Files.setMode(path, 0o000)
    let failure = try await UnprivilegedThread.run { () -> IntakeFailure? in
      do throws(IntakeFailure) {
        _ = try ScreenshotIntake.read(path, maximumBytes: 1000, followSymlinks: false)
        return nil
      } catch { return error }
    }
    #expect(failure?.code == .permissionDenied)
    #expect(failure?.cause?.errno == EACCES)
  }

  /// Runs `disturb` repeatedly on another thread until `body` ends.
  private func disturbing(_ disturb: @escaping @Sendable () -> Void, while body: () throws -> Void) throws {
    let state = Mutex((mustStop: false, hasStopped: false))
    let shared = Shared(state)
    try DedicatedThread.start {
      while !shared.state.withLock({ $0.mustStop }) { disturb() }
      shared.state.withLock { $0.hasStopped = true }
    }
    defer {
      shared.state.withLock { $0.mustStop = true }
      while !shared.state.withLock({ $0.hasStopped }) { usleep(1000) }
    }
    try body()
  }

  private final class Shared: Sendable {
    let state: Mutex<(mustStop: Bool, hasStopped: Bool)>

    init(_ state: consuming Mutex<(mustStop: Bool, hasStopped: Bool)>) {
      self.state = state
    }
  }

  @Test func `a file that is written to meanwhile is not taken`() throws {
    let path = folder("a.png")
    Files.write(path, Array(repeating: 1, count: 4 << 20))
    var codes: Set<IntakeFailure.Code> = []
    try disturbing({ Files.write(path, [2], append: true) }) {
      let deadline = ContinuousClock.now + .seconds(10)
      while codes.isEmpty, ContinuousClock.now < deadline {
        do throws(IntakeFailure) {
          _ = try ScreenshotIntake.read(path, maximumBytes: 1 << 30, followSymlinks: false)
        } catch { codes.insert(error.code) }
      }
    }
    #expect(codes == [.changedWhileReading])
  }

  @Test func `a file that is exchanged for a link is never followed`() throws {
    let path = folder("a.png")
    let secret = folder("secret")
    Files.write(secret, Array("secret".utf8))
    Files.write(folder("harmless"), Array("harmless".utf8))
    let swap = { @Sendable [folder] in
      Files.symlink(secret, at: folder("next"))
      Files.rename(folder("next"), path)
      Files.link(folder("harmless"), folder("next"))
      Files.rename(folder("next"), path)
    }
    swap()
    var outcomes: Set<String> = []
    try disturbing(swap) {
      let deadline = ContinuousClock.now + .seconds(10)
      for attempt in 0... {
        let hasSeenBoth = outcomes.isSuperset(of: ["8 bytes", "isSymbolicLink"])
        if attempt >= 3000 && hasSeenBoth || ContinuousClock.now > deadline { break }
        do throws(IntakeFailure) {
          let content = try ScreenshotIntake.read(path, maximumBytes: 1000, followSymlinks: false)
          outcomes.insert("\(content.byteCount) bytes")
        } catch { outcomes.insert("\(error.code)") }
      }
    }
    // Each new hard link changes the harmless file's change time, so some reads of it are rejected.
    #expect(outcomes.subtracting(["changedWhileReading"]) == ["8 bytes", "isSymbolicLink"])
  }

  @Test func `standard input is read to its end, within the limit`() throws {
    let pipe = try Pipe(writing: Array(repeating: 5, count: 60_000))
    let content = try ScreenshotIntake.read(standardInput: pipe.readEnd, maximumBytes: 60_000)
    #expect(content.byteCount == 60_000)
    #expect(content.identity == nil && content.capturedAt == nil)
    let other = try Pipe(writing: Array(repeating: 5, count: 60_001))
    #expect(
      try failure { try ScreenshotIntake.read(standardInput: other.readEnd, maximumBytes: 60_000) }.code == .tooLarge)
  }

  @Test func `standard input may be a file but not a folder`() throws {
    Files.write(folder("a.png"), [1, 2])
    let file = try OwnedDescriptor.openFile(folder("a.png"), followingSymlinks: false)
    let content = try ScreenshotIntake.read(standardInput: file.raw, maximumBytes: 10)
    #expect(content.byteCount == 2 && content.identity?.size == 2)
    let directory = try OwnedDescriptor.openDirectory(folder.path)
    #expect(
      try failure { try ScreenshotIntake.read(standardInput: directory.raw, maximumBytes: 10) }.code == .isDirectory)
  }

  /// A pipe with bytes in it and its other end closed.
  private struct Pipe: ~Copyable {
    let readEnd: Int32

    init(writing bytes: [UInt8]) throws {
      var ends: [Int32] = [-1, -1]
      unsafe #expect(pipe(&ends) == 0)
      readEnd = ends[0]
      unsafe #expect(write(ends[1], bytes, bytes.count) == bytes.count)
      close(ends[1])
    }

    deinit { close(readEnd) }
  }
}
