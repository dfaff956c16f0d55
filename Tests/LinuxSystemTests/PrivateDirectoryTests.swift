import Glibc
import LinuxSystem
import ScanTestSupport
import SystemPackage
import Testing

struct PrivateDirectoryTests {
  private let folder = TemporaryFolder()

  private func permissions(_ path: FilePath) throws -> UInt32 {
    try FileStatus(of: path, followingSymlinks: false).permissions
  }

  private func failure(_ path: FilePath) throws -> PrivateDirectoryFailure.Code {
    try #require(throws: PrivateDirectoryFailure.self) { try PrivateDirectory.create(path) }.code
  }

  @Test func `missing directories are made, for the user alone`() throws {
    let path = folder("a").appending("b").appending("c")
    try PrivateDirectory.create(path)
    try PrivateDirectory.create(path)
    for made in [folder("a"), folder("a").appending("b"), path] { #expect(try permissions(made) == 0o700) }
  }

  @Test(arguments: [0o000, 0o777] as [mode_t])
  func `the umask has no say`(mask: mode_t) async throws {
    let path = folder("a")
    let permissions = try await OwnThread.run(umask: mask) { () -> UInt32? in
      try? PrivateDirectory.create(path)
      return try? FileStatus(of: path, followingSymlinks: false).permissions
    }
    #expect(permissions == 0o700)
  }

  @Test func `rights of others to read are taken away`() throws {
    Files.makeFolder(folder("a"))
    try PrivateDirectory.create(folder("a"))
    #expect(try permissions(folder("a")) == 0o700)
  }

  @Test(arguments: [0o770, 0o707, 0o1777] as [mode_t])
  func `a directory that others may write to is refused as it is`(mode: mode_t) throws {
    Files.makeFolder(folder("a"))
    Files.setMode(folder("a"), mode)
    #expect(try failure(folder("a")) == .writableByOthers)
    #expect(try permissions(folder("a")) == mode)
  }

  @Test func `a link or a file in its place is refused`() throws {
    Files.makeFolder(folder("elsewhere"))
    Files.symlink("elsewhere", at: folder("link"))
    Files.symlink("nowhere", at: folder("dangling"))
    Files.write(folder("file"))
    #expect(try failure(folder("link")) == .notADirectory)
    #expect(try failure(folder("dangling")) == .notADirectory)
    #expect(try failure(folder("file")) == .notADirectory)
    #expect(try failure(folder("file").appending("x")) == .systemCallFailed)
    #expect(try permissions(folder("elsewhere")) == 0o755)
  }

  @Test(.enabled(if: Nobody.isPossible, "needs root, to be another user"))
  func `a directory of another user is refused`() async throws {
    let path = folder("a")
    Files.makeFolder(path)
    let code = try await Nobody.run { () -> PrivateDirectoryFailure.Code? in
      do throws(PrivateDirectoryFailure) {
        try PrivateDirectory.create(path)
        return nil
      } catch { return error.code }
    }
    #expect(code == .notOwned)
  }
}
