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
    let file = try FileDescriptor.open(FilePath("/proc/self/status"), .readOnly)
    let bytes = try file.closeAfter {
      var buffer = [UInt8](repeating: 0, count: 1 << 14)
      let count = try unsafe buffer.withUnsafeMutableBytes { try unsafe file.read(into: $0) }
      return Array(buffer[..<count])
    }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    let line = try #require(lines.first { $0.hasPrefix("RssFile:") })
    return try #require(line.split(whereSeparator: { !$0.isNumber }).first.flatMap { Int($0) })
  }
}
