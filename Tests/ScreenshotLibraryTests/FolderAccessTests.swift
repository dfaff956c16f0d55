import Glibc
import ScanModel
import ScreenshotLibrary
import SystemPackage
import TestSupport
import Testing

/// Runs as another user, because root may read everything.
struct FolderAccessTests {
  private let folder = TemporaryFolder()

  private func check(_ path: FilePath) async throws -> FolderAccess {
    try await UnprivilegedThread.run { FolderAccess.check(path) }
  }

  @Test func `a folder that is not there is not determined`() {
    #expect(FolderAccess.check(folder("none")) == .notDetermined)
    #expect(FolderAccess.check(folder.path) == .authorized)
  }

  @Test(
    .enabled(if: UnprivilegedThread.isPossible, "needs root, to be another user"),
    arguments: [(0o755, .authorized), (0o700, .denied), (0o744, .denied), (0o711, .denied)] as [(mode_t, FolderAccess)])
  func `a folder must allow listing and searching`(mode: mode_t, expected: FolderAccess) async throws {
    Files.setMode(folder.path, mode)
    #expect(try await check(folder.path) == expected)
  }

  @Test(.enabled(if: UnprivilegedThread.isPossible, "needs root, to be another user"))
  func `a folder below one that may not be searched is denied`() async throws {
    Files.makeFolder(folder("shots"))
    Files.setMode(folder.path, 0o700)
    #expect(try await check(folder("shots")) == .denied)
  }

  @Test(.enabled(if: UnprivilegedThread.isPossible, "needs root, to be another user"))
  func `one screenshot that may not be read limits the access`() async throws {
    Files.write(folder("a.png"))
    Files.setMode(folder("a.png"), 0o644)
    #expect(try await check(folder.path) == .authorized)
    Files.write(folder("b.png"))
    Files.setMode(folder("b.png"), 0o000)
    #expect(try await check(folder.path) == .limited)
  }
}
