import ScanModel
import SystemPackage
import TestSupport
import Testing

/// `ocr-scan text` with more text than it may keep; a minute of work for one processor.
struct TextStreamTimingTests {
  let home = UserHome()

  @Test func `a stream of 60 MB needs no more memory than a short one`() async throws {
    // Few words among much else: the encoder reads 100 texts a second, and it is the amount that counts here.
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
    // Below the stream's own size; 23 MB of it are the mapped file of the model.
    #expect(peak > 1024 && peak < 57 * 1024)
  }

  /// A file with the same line many times; sparse files would be zeros.
  private func stream(_ line: FilePath, times: Int) -> FilePath {
    let path = home.folder("stream")
    let piece = Array(repeating: Files.contents(line), count: 100).joined()
    for _ in 0..<times / 100 { Files.write(path, Array(piece), append: true) }
    return path
  }
}
