import ScanModel
import SystemPackage
import TestSupport
import Testing

/// `ocr-scan text` with more text than it may hold in memory; a minute of work on one processor.
struct TextStreamTimingTests {
  let home = UserHome()

  @Test func `a stream of 60 MB needs no more memory than a short one`() async throws {
    // Few words and much filler: the encoder reads 100 texts a second, and only the amount of data matters here.
    let text = "See you at the library at four. " + String(repeating: ". ", count: 16_384)
    let line = "{\"id\":\"a\",\"text\":\"\(text)\"}\n"
    let count = 60_000_000 / line.utf8.count
    let file = home.folder("line")
    Files.write(file, Array(line.utf8))
    let run = try home.start(
      "ocr-scan", ["text", "--jsonl", "-"], input: stream(file, times: count), output: "/dev/null")
    var peak = 0
    try await eventually(within: .seconds(240)) {
      peak = max(peak, ProcessTable.peakMemory(of: run.processID) ?? 0)
      return run.hasEnded
    }
    print("60 MB of text: peak memory \(peak / 1024) MiB")
    #expect(try await run.ended().status == 0)
    // Less than the stream itself; 13 MB of it are pages of the mapped model file.
    #expect(peak > 1024 && peak < 57 * 1024)
  }

  /// A file that repeats one line; a sparse file would contain zeros.
  private func stream(_ line: FilePath, times: Int) -> FilePath {
    let path = home.folder("stream")
    let piece = Array(repeating: Files.contents(line), count: 100).joined()
    for _ in 0..<times / 100 { Files.write(path, Array(piece), append: true) }
    return path
  }
}
