import CAdwaita
import SystemPackage
import TestSupport
import Testing

@testable import Window

@MainActor struct HistoryWatchTests {
  private let folder = TemporaryFolder()

  /// Whether anything had happened for GLib's main loop, which is dealt with.
  private func turn() -> Bool { g_main_context_iteration(nil, 0) != 0 }

  @Test func `it tells of a change once, and its end leaves nothing in the main loop`() throws {
    var watch = HistoryWatch(folder.path)
    weak let released = watch
    var changes = 0
    watch?.changed = { changes += 1 }
    Files.write(folder("other"))
    Files.write(folder("history.sqlite-wal"))
    try poll {
      _ = turn()
      return changes > 0
    }
    #expect(!turn() && changes == 1)
    watch = nil
    #expect(released == nil)
    Files.write(folder("history.sqlite-wal"))
    #expect(!turn())
  }
}
