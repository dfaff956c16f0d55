import Glibc
import LinuxSystem
import ScanModel
import ScreenshotLibrary
import SystemPackage
import TestSupport
import Testing

struct ScreenshotCollectionTests {
  private let folder = TemporaryFolder()

  private func collection(_ names: String...) -> ScreenshotCollection {
    ScreenshotCollection(names.map { ScreenshotFolders.Choice(folder: folder($0), origin: .configured) })
  }

  /// Writes a file and sets its modification time; its birth time is the time of the test.
  private func add(_ name: String, in parent: String, secondsAgo: Int = 0) {
    let path = folder(parent).appending(name)
    Files.write(path)
    let time = timespec(tv_sec: time(nil) - secondsAgo, tv_nsec: 0)
    #expect(unsafe utimensat(AT_FDCWD, path.string, [time, time], 0) == 0)
  }

  private func modified(_ path: FilePath) throws -> Int64 {
    try FileStatus(of: path, followingSymlinks: false).modifiedNanoseconds
  }

  /// Returns when files get a later time than this one: the clock of the file system has ticks.
  private func laterThan(_ path: FilePath) async throws {
    let before = try modified(path)
    try await eventually {
      Files.write(folder("tick"))
      return try modified(folder("tick")) > before
    }
  }

  @Test func `the newest is the one that was made last, whatever folder it is in`() {
    Files.makeFolder(folder("Screenshots"))
    Files.makeFolder(folder("Bildschirmfotos"))
    add("old.png", in: "Screenshots", secondsAgo: 100)
    add("new.png", in: "Bildschirmfotos", secondsAgo: 10)
    add("middle.png", in: "Screenshots", secondsAgo: 50)
    let found = collection("Screenshots", "Bildschirmfotos", "none")
    #expect(found.files.map(\.path.lastComponent?.string) == ["new.png", "middle.png", "old.png"])
    #expect(found.newest { _ in false }?.path == folder("Bildschirmfotos").appending("new.png"))
    #expect(found.folders.map(\.access) == [.authorized, .authorized, .notDetermined])
    #expect(found.access == .authorized)
  }

  @Test func `a file that is written to later was not made later`() async throws {
    Files.makeFolder(folder("Screenshots"))
    let (first, second) = (folder("Screenshots").appending("first.png"), folder("Screenshots").appending("second.png"))
    Files.write(first)
    try await laterThan(first)
    Files.write(second)
    try await laterThan(second)
    Files.write(first, append: true)
    #expect(try modified(first) > modified(second))
    #expect(collection("Screenshots").newest { _ in false }?.path.lastComponent?.string == "second.png")
  }

  @Test func `among other pictures a name or the content must tell`() {
    Files.makeFolder(folder("Pictures"))
    add("Screenshot_1.png", in: "Pictures", secondsAgo: 100)
    add("cat.png", in: "Pictures", secondsAgo: 10)
    let found = collection("Pictures")
    #expect(found.newest { _ in false }?.path.lastComponent?.string == "Screenshot_1.png")
    #expect(found.newest { $0.byteCount == 3 }?.path.lastComponent?.string == "cat.png")
  }

  @Test func `nothing is found where there is nothing`() {
    Files.makeFolder(folder("Screenshots"))
    #expect(collection("Screenshots").newest { _ in true } == nil)
    #expect(collection("none").access == .notDetermined)
  }
}
