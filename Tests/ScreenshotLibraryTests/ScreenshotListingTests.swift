import LinuxSystem
import ScanModel
import ScreenshotLibrary
import SystemPackage
import TestSupport
import Testing

struct ScreenshotListingTests {
  private let folder = TemporaryFolder()

  @Test func `only regular files with a fitting name are listed`() throws {
    for name in [
      "a.png", "B.PNG", "c.png ", "d.PnG\n", "e.jpg", "F.JPEG", "g.webp", "h.gif", "png", ".png", ".hidden.png",
      "f.png.part",
    ] {
      Files.write(folder(name))
    }
    Files.makeFIFO(folder("fifo.png"))
    Files.makeFolder(folder("folder.png"))
    Files.makeSocket(folder("socket.png"))
    Files.symlink("a.png", at: folder("link.png"))
    let names = try ScreenshotListing.files(in: folder.path).map(\.path)
    #expect(Set(names) == Set(["a.png", "B.PNG", "c.png ", "d.PnG\n", "e.jpg", "F.JPEG", "g.webp"].map { folder($0) }))
    let all = try ScreenshotListing.files(in: folder.path, includingHidden: true).map(\.path)
    #expect(Set(all) == Set(names + [folder(".hidden.png")]))
  }

  @Test func `both forms of an accent are two files`() throws {
    let composed = folder(Array("\u{E9}.png".utf8))
    let decomposed = folder(Array("e\u{301}.png".utf8))
    Files.write(composed)
    Files.write(decomposed)
    let listed = try ScreenshotListing.files(in: folder.path).map(\.path.bytes)
    #expect(Set(listed) == [composed.bytes, decomposed.bytes])
  }

  @Test func `the identity changes with every write, even of the same size`() throws {
    Files.write(folder("a.png"), [1])
    let first = try #require(try ScreenshotListing.files(in: folder.path).first)
    #expect(first.identity.size == 1)
    Files.write(folder("a.png"), [2])
    let second = try #require(try ScreenshotListing.files(in: folder.path).first)
    #expect(first.identity != second.identity)
    #expect(first.path == second.path)
  }

  @Test func `a folder that cannot be listed says why`() throws {
    let missing = #expect(throws: SystemError.self) { try ScreenshotListing.files(in: folder("none")) }
    #expect(missing?.reason == "No such file or directory")
    Files.write(folder("file"))
    #expect(throws: SystemError.self) { try ScreenshotListing.files(in: folder("file")) }
  }

  @Test func `a link to a folder is listed under the name of the link`() throws {
    Files.makeFolder(folder("real"))
    Files.write(folder("real").appending("a.png"))
    Files.symlink("real", at: folder("link"))
    #expect(try ScreenshotListing.files(in: folder("link")).map(\.path) == [folder("link").appending("a.png")])
  }
}
