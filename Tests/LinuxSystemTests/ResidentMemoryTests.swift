import LinuxSystem
import SystemPackage
import Testing

struct ResidentMemoryTests {
  @Test func `letting go of code makes the process smaller, and the code still runs`() throws {
    let before = try residentFileKibibytes()
    let released = ResidentMemory.release()
    let after = try residentFileKibibytes()
    #expect(released > 0)
    #expect(after < before)
  }

  /// RssFile of this process: resident pages of mapped files (proc(5)).
  private func residentFileKibibytes() throws -> Int {
    let bytes = try OwnedDescriptor.contents(of: "/proc/self/status", followingSymlinks: false, upTo: 1 << 14)
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    let line = try #require(lines.first { $0.hasPrefix("RssFile:") })
    return try #require(line.split(whereSeparator: { !$0.isNumber }).first.flatMap { Int($0) })
  }
}
