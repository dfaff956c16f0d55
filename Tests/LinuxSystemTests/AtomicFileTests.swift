import Glibc
import LinuxSystem
import SystemPackage
import TestSupport
import Testing

struct AtomicFileTests {
  private let folder = TemporaryFolder()
  private static let bytes: [UInt8] = Array("the whole result".utf8)

  private static func write(_ path: FilePath, sparing input: FilePath? = nil) -> AtomicFile.Refusal? {
    do throws(AtomicFile.Refusal) {
      unsafe try AtomicFile.write(bytes.span.bytes, to: path, sparing: input.flatMap { AtomicFile.Inode(at: $0) })
      return nil
    } catch {
      return error
    }
  }

  private static func errno(_ refusal: AtomicFile.Refusal?) -> Int32? {
    if case .system(let error) = refusal { error.errno } else { nil }
  }

  /// All names in the folder, including hidden ones.
  private var names: [String] {
    get throws {
      var listing = try DirectoryListing(OwnedDescriptor.openDirectory(folder.path))
      var names: [String] = []
      while let entry = try listing.next() { names.append(String(decoding: entry.name, as: UTF8.self)) }
      return names.sorted()
    }
  }

  private static func replace(_ path: FilePath) -> Int32? {
    do throws(SystemError) {
      try AtomicFile.replace(path, with: bytes, isDurable: true)
      return nil
    } catch {
      return error.errno
    }
  }

  @Test(arguments: [0o022, 0o077, 0o000, 0o777] as [UInt32])
  func `a private file is made and replaced with mode 0600 whatever the umask`(mask: UInt32) async throws {
    let path = folder("private")
    for _ in 0..<2 {
      #expect(try await TestThread.run(umask: mask) { Self.replace(path) } == nil)
      #expect(Files.contents(path) == Self.bytes)
      #expect(Files.mode(path) == 0o600)
      Files.setMode(path, 0o644)
    }
    #expect(try names == ["private"])
  }

  @Test func `a link in the place of a private file is replaced, not followed`() throws {
    Files.write(folder("other"))
    Files.symlink("other", at: folder("private"))
    #expect(Self.replace(folder("private")) == nil)
    #expect(try FileStatus(of: folder("private"), followingSymlinks: false).kind == .regular)
    #expect(Files.contents(folder("other")) == [1, 2, 3])
  }

  @Test func `a private file that cannot be written leaves nothing behind`() throws {
    Files.makeFolder(folder("sub"))
    #expect(Self.replace(folder("missing").appending("a")) == ENOENT)
    #expect(Self.replace(folder("sub")) == EISDIR)
    #expect(Self.replace("/") == EISDIR)
    #expect(try names == ["sub"])
  }

  @Test(arguments: [(0o022, 0o644), (0o077, 0o600), (0o000, 0o666)] as [(UInt32, UInt32)])
  func `a new file is whole and has the mode that the umask leaves`(mask: UInt32, mode: UInt32) async throws {
    let path = folder("new.png")
    let refusal = try await TestThread.run(umask: mask) { Self.write(path) }
    #expect(refusal == nil)
    #expect(Files.contents(path) == Self.bytes)
    #expect(Files.mode(path) == mode)
    #expect(try names == ["new.png"])
  }

  @Test func `a file that is there is replaced as a whole and keeps its mode`() throws {
    let path = folder("old.png")
    Files.write(path, Array(repeating: 7, count: 100_000))
    Files.setMode(path, 0o640)
    let reader = try OwnedDescriptor.openFile(path, followingSymlinks: false)
    #expect(Self.write(path) == nil)
    #expect(Files.contents(path) == Self.bytes)
    #expect(Files.mode(path) == 0o640)
    // A reader that opened it earlier still sees the old contents.
    #expect(try FileStatus(ofDescriptor: reader.raw).size == 100_000)
    #expect(try names == ["old.png"])
  }

  @Test func `behind a link the file is replaced and the link stays`() throws {
    Files.makeFolder(folder("sub"))
    Files.write(folder("sub").appending("real.png"))
    Files.symlink("sub/real.png", at: folder("link.png"))
    #expect(Self.write(folder("link.png")) == nil)
    #expect(try FileStatus(of: folder("link.png"), followingSymlinks: false).kind == .symbolicLink)
    #expect(Files.contents(folder("sub").appending("real.png")) == Self.bytes)
  }

  @Test func `a link that leads nowhere is not followed`() throws {
    Files.symlink("nowhere.png", at: folder("link.png"))
    #expect(Self.errno(Self.write(folder("link.png"))) == ENOENT)
    #expect(try names == ["link.png"])
  }

  @Test func `the input is spared by whatever name it goes`() throws {
    let input = folder("shot.png")
    Files.write(input)
    Files.link(input, folder("hard.png"))
    Files.symlink("shot.png", at: folder("soft.png"))
    for name in ["shot.png", "hard.png", "soft.png"] {
      #expect(Self.write(folder(name), sparing: input) == .isInput)
    }
    #expect(Files.contents(input) == [1, 2, 3])
    #expect(try names == ["hard.png", "shot.png", "soft.png"])
  }

  @Test func `what cannot be written leaves nothing behind`() throws {
    Files.makeFolder(folder("sub"))
    Files.write(folder("file"))
    #expect(Self.errno(Self.write(folder("missing").appending("a.png"))) == ENOENT)
    #expect(Self.errno(Self.write(folder("file").appending("a.png"))) == ENOTDIR)
    #expect(Self.errno(Self.write(folder("sub"))) == EISDIR)
    #expect(Self.errno(Self.write("")) == ENOENT)
    #expect(Self.errno(Self.write("/dev/full")) == ENOSPC)
    #expect(Self.errno(Self.write(folder(String(repeating: "n", count: 300)))) == ENAMETOOLONG)
    #expect(try names == ["file", "sub"])
  }

  @Test func `a device is written to and stays a device`() throws {
    #expect(Self.write("/dev/null") == nil)
    #expect(try FileStatus(of: "/dev/null", followingSymlinks: false).kind == .special)
  }

  @Test(.enabled(if: UnprivilegedThread.isPossible, "only root can become another user"))
  func `a folder or a file without the right to write is left alone`() async throws {
    let file = folder("theirs.png")
    Files.write(file)
    Files.setMode(file, 0o444)
    Files.makeFolder(folder("closed"))
    Files.setMode(folder.path, 0o777)
    let closed = folder("closed").appending("a.png")
    let refusals = try await UnprivilegedThread.run { [Self.write(file), Self.write(closed)] }
    #expect(refusals.map(Self.errno) == [EACCES, EACCES])
    #expect(Files.contents(file) == [1, 2, 3])
    #expect(try names == ["closed", "theirs.png"])
  }
}
