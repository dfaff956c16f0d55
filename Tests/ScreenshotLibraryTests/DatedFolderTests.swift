import LinuxSystem
import ScanModel
import SystemPackage
import TestSupport
import Testing

@testable import ScreenshotLibrary

struct DatedFolderTests {
  private let folder = TemporaryFolder()

  @Test(arguments: ["2026", "2026-11", "202611", "2026_11_21", "20261121", "21.11.2026", "2026 11"])
  func `a date is the name of a dated folder`(name: String) {
    #expect(DatedFolder.isName(Array(name.utf8), depth: 0))
  }

  @Test(arguments: ["", "-", "11", "Work", "2026-", "2026-11-21-1", "2026-1121", "20261", "2026\u{2D}11 b", "２０２６"])
  func `another name is not`(name: String) {
    #expect(!DatedFolder.isName(Array(name.utf8), depth: 0))
  }

  @Test func `months and days count inside of dated folders, and nothing below days`() {
    #expect(DatedFolder.isName(Array("11".utf8), depth: 1))
    #expect(DatedFolder.isName(Array("3".utf8), depth: 2))
    #expect(!DatedFolder.isName(Array("2026".utf8), depth: 3))
  }

  @Test func `a listing looks into dated folders, and not through links`() throws {
    for path in ["2026", "2026/11", "2026/11/21", "2026/11/21/05", "drafts"] {
      Files.makeFolder(folder(path))
      Files.write(folder("\(path)/a.png"))
    }
    Files.symlink("drafts", at: folder("2025"))
    Files.write(folder("a.png"))
    #expect(try ScreenshotListing.files(in: folder.path).map(\.path) == [folder("a.png")])
    let all = try ScreenshotListing.files(in: folder.path, includingDated: true).map(\.path)
    let expected = ["a.png", "2026/a.png", "2026/11/a.png", "2026/11/21/a.png"].map { folder($0) }
    #expect(Set(all) == Set(expected) && all.count == 4)
  }

  @Test func `a dated folder is watched from the start, and when it comes`() async throws {
    Files.makeFolder(folder("2026-10"))
    let recorder = try await EventRecorder.watching([folder.path])
    #expect(!recorder.events.contains { if case .rescanNeeded = $0 { true } else { false } })
    Files.write(folder("2026-10/a.png"))
    try await recorder.expect(.arrived(folder("2026-10/a.png"), .closed))
    for _ in 1...5 {
      recorder.clear()
      Files.makeFolder(folder("2026-11"))
      try await recorder.expect(.rescanNeeded(folder: folder("2026-11"), reason: .folderAppeared))
      Files.write(folder("2026-11/a.png"))
      try await recorder.expect(.arrived(folder("2026-11/a.png"), .closed))
      Files.remove(folder("2026-11"))
      try await recorder.expect(.removed(folder("2026-11/a.png")))
    }
    #expect(!recorder.events.contains(.folderMissing(folder("2026-11"))))
  }
}
