import Glibc
import LinuxSystem
import SystemPackage
import TestSupport
import Testing

struct PrivateDirectoryTests {
  private let folder = TemporaryFolder()

  private func permissions(_ path: FilePath) throws -> UInt32 {
    try FileStatus(of: path, followingSymlinks: false).permissions
  }

  private func refusal(_ path: FilePath) throws -> PrivateDirectory.Refusal {
    try #require(throws: PrivateDirectory.Refusal.self) { _ = try PrivateDirectory.open(path) }
  }

  @Test func `missing directories are made, for the user alone`() throws {
    let path = folder("a").appending("b").appending("c")
    _ = try PrivateDirectory.open(path)
    _ = try PrivateDirectory.open(path)
    for made in [folder("a"), folder("a").appending("b"), path] { #expect(try permissions(made) == 0o700) }
  }

  @Test(arguments: [0o000, 0o777] as [mode_t])
  func `the umask has no say`(mask: mode_t) async throws {
    let path = folder("a")
    let permissions = try await TestThread.run(umask: mask) { () -> UInt32? in
      _ = try? PrivateDirectory.open(path)
      return try? FileStatus(of: path, followingSymlinks: false).permissions
    }
    #expect(permissions == 0o700)
  }

  @Test func `rights of others to read are taken away`() throws {
    Files.makeFolder(folder("a"))
    _ = try PrivateDirectory.open(folder("a"))
    #expect(try permissions(folder("a")) == 0o700)
  }

  @Test(arguments: [0o770, 0o707, 0o1777] as [mode_t])
  func `a directory that others may write to is refused as it is`(mode: mode_t) throws {
    Files.makeFolder(folder("a"))
    Files.setMode(folder("a"), mode)
    #expect(try refusal(folder("a")) == .writableByOthers(UInt32(mode)))
    #expect(try permissions(folder("a")) == mode)
  }

  @Test func `a link counts as what it leads to`() throws {
    Files.makeFolder(folder("elsewhere"))
    Files.symlink("elsewhere", at: folder("link"))
    _ = try PrivateDirectory.open(folder("link"))
    #expect(try permissions(folder("elsewhere")) == 0o700)
    Files.setMode(folder("elsewhere"), 0o777)
    #expect(try refusal(folder("link")) == .writableByOthers(0o777))
  }

  @Test func `a file or a missing directory is refused`() throws {
    Files.write(folder("file"))
    #expect(try refusal(folder("file")) == .notADirectory)
    #expect(try refusal(folder("file").appending("x")) == .notADirectory)
    #expect(throws: PrivateDirectory.Refusal.missing) { _ = try PrivateDirectory.open(folder("none"), creating: false) }
  }

  @Test(.enabled(if: UnprivilegedThread.isPossible, "needs root, to be another user"))
  func `a directory of another user is refused`() async throws {
    let path = folder("a")
    Files.makeFolder(path)
    let refusal = try await UnprivilegedThread.run { () -> PrivateDirectory.Refusal? in
      do throws(PrivateDirectory.Refusal) {
        _ = try PrivateDirectory.open(path)
        return nil
      } catch { return error }
    }
    #expect(refusal == .foreignOwner(0))
  }
}
