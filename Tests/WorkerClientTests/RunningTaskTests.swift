import LinuxSystem
import ScanModel
import TestSupport
import Testing
import WorkerProtocol

@testable import WorkerClient

struct RunningTaskTests {
  private func reading(shares: Int) throws -> RunningTask {
    let file = try MemoryFile.make("")
    let screenshot = try WorkerTask.SharedDescriptor(copying: file.raw)
    let job = PoolFixture.job(shares: shares)
    let task = WorkerTask(id: 1, work: .recognition(job), timeout: job.timeout, screenshot: screenshot) { _ in }
    return RunningTask(task, shares: shares, start: .now)
  }

  private func line(_ index: Int) -> WorkerMessage {
    .line(RecognizedLine(index: index, block: 0, box: PixelRect(x: 0, y: 0, width: 1, height: 1), words: []))
  }

  @Test func `the times of the slowest share are kept, and each share ends once`() throws {
    var task = try reading(shares: 2)
    var step = ShareStep.words
    _ = try task.add(.layout(width: 6, height: 4, lineCount: 2, microseconds: 30), engineVersion: "5.3.0", step: &step)
    _ = try task.add(.layout(width: 6, height: 4, lineCount: 2, microseconds: 20), engineVersion: "5.3.0", step: &step)
    _ = try task.add(line(1), engineVersion: "5.3.0", step: &step)
    _ = try task.add(line(0), engineVersion: "5.3.0", step: &step)
    for microseconds in [50, 40] {
      guard
        case .shareFinished = try task.add(.finished(microseconds: microseconds), engineVersion: "5.3.0", step: &step)
      else {
        Issue.record("a share that has finished")
        return
      }
    }
    #expect(task.hasAllWords)
    #expect(!task.isComplete)
    #expect(task.outcome.engineVersion == "5.3.0")
    #expect(task.outcome.lines.map(\.index) == [1, 0])
    #expect(task.outcome.decodeTime == .microseconds(30))
    #expect(task.outcome.recognizeTime == .microseconds(50))
  }

  @Test func `a line that comes twice breaks the protocol`() throws {
    var task = try reading(shares: 1)
    var step = ShareStep.words
    _ = try task.add(line(3), engineVersion: nil, step: &step)
    #expect(throws: ProtocolViolation("line sent twice")) { try task.add(line(3), engineVersion: nil, step: &step) }
  }

  @Test func `a drawing is no answer to a request to read`() throws {
    var task = try reading(shares: 1)
    var step = ShareStep.words
    #expect(throws: ProtocolViolation("answer to another question")) {
      try task.add(.annotated(byteCount: 1), engineVersion: nil, step: &step)
    }
    #expect(task.outcome.outputByteCount == nil)
  }

  @Test func `codes come after the words, once, and only from whom they were asked`() throws {
    var task = try reading(shares: 1)
    let box = PixelRect(x: 1, y: 1, width: 3, height: 3)
    let codes = CodeReading(codes: [RecognizedCode(kind: .qr, payload: "tel:1", box: box)], isComplete: true)
    var step = ShareStep.words
    #expect(throws: ProtocolViolation("answer to another question")) {
      try task.add(.codes(codes), engineVersion: nil, step: &step)
    }
    step = .wordsBeforeCodes
    #expect(throws: ProtocolViolation("answer to another question")) {
      try task.add(.codes(codes), engineVersion: nil, step: &step)
    }
    _ = try task.add(.layout(width: 6, height: 4, lineCount: 0, microseconds: 1), engineVersion: nil, step: &step)
    guard case .unfinished = try task.add(.finished(microseconds: 1), engineVersion: nil, step: &step) else {
      Issue.record("a share whose codes are missing has not finished")
      return
    }
    #expect(task.hasAllWords && !task.isComplete)
    for message in [line(0), .finished(microseconds: 1)] {
      #expect(throws: ProtocolViolation("answer to another question")) {
        try task.add(message, engineVersion: nil, step: &step)
      }
    }
    guard case .shareFinished = try task.add(.codes(codes), engineVersion: nil, step: &step) else {
      Issue.record("a share that has finished")
      return
    }
    #expect(task.isComplete)
    #expect(task.outcome.codes == codes)
  }

  @Test(arguments: [PixelRect(x: 4, y: 0, width: 3, height: 1), PixelRect(x: 0, y: 4, width: 1, height: 1)])
  func `a code outside of the picture breaks the protocol`(box: PixelRect) throws {
    var task = try reading(shares: 1)
    var step = ShareStep.wordsBeforeCodes
    _ = try task.add(.layout(width: 6, height: 4, lineCount: 0, microseconds: 1), engineVersion: nil, step: &step)
    _ = try task.add(.finished(microseconds: 1), engineVersion: nil, step: &step)
    let codes = CodeReading(codes: [RecognizedCode(kind: .qr, payload: "tel:1", box: box)], isComplete: true)
    #expect(throws: ProtocolViolation("code outside of the picture")) {
      try task.add(.codes(codes), engineVersion: nil, step: &step)
    }
  }
}
