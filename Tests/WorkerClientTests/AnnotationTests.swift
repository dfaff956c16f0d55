import LinuxSystem
import ScanModel
import TestSupport
import Testing
import WorkerClient
import WorkerProtocol

/// Drawing by a worker that misbehaves as the caption's heading tells it to (Tools/misbehaving-worker).
struct AnnotationTests {
  private static func draw(
    _ mode: String, timeout: Duration = .seconds(20), log: PoolFixture.EventLog = PoolFixture.EventLog()
  ) async throws -> Result<String, RecognitionOutcome.End> {
    let pool = try PoolFixture.pool("not-asked-for", log: log)
    defer { pool.shutDown() }
    let picture = try MemoryFile.make("picture")
    let box = PixelRect(x: 1, y: 2, width: 3, height: 4)
    let request = AnnotationRequest(
      RequestedPicture(byteCount: 7, maximumPixels: 1000), capacity: 8192,
      annotation: Annotation(answer: .scam, heading: mode, reason: "", boxes: [box, box]))
    do throws(RecognitionOutcome.End) {
      let drawn = try await pool.output(of: request, from: picture.raw, timeout: timeout)
      let text = try? drawn.content.withBytes { bytes in
        unsafe bytes.withUnsafeBytes { unsafe String(decoding: $0, as: UTF8.self) }
      }
      return .success(text ?? "")
    } catch {
      return .failure(error)
    }
  }

  private static func end(_ mode: String, timeout: Duration = .seconds(20)) async throws -> RecognitionOutcome.End? {
    if case .failure(let failure) = try await draw(mode, timeout: timeout) { failure } else { nil }
  }

  @Test func `one worker draws into a file of the client's and leaves`() async throws {
    let log = PoolFixture.EventLog()
    #expect(try await Self.draw("good", log: log).get() == "drawn for 2 boxes")
    #expect(log.started.count == 1)
    #expect(log.ends == [.finished])
  }

  @Test func `a worker cannot get more into the file than it may hold`() async throws {
    #expect(try await Self.draw("larger").get() == "[true, true, true]")
  }

  @Test(arguments: [
    ("crash", "it was ended by signal 11"), ("nothing", "it ended without an answer"),
    ("lines", "it broke the protocol: answer to another question"),
    ("too-much", "it broke the protocol: more output than there is room for"),
    ("later", "it broke the protocol: output that is still being written"),
  ])
  func `a worker that misbehaves costs the drawing`(mode: String, reason: String) async throws {
    #expect(try await Self.end(mode) == .crashed("\(reason)"))
  }

  @Test func `a failure of the worker arrives as it is`() async throws {
    let failure = WorkerFailure(.outOfMemory, detail: "it needs more memory than there is")
    #expect(try await Self.end("fail") == .failed(failure))
  }

  @Test func `a worker that does not come to an end is killed`() async throws {
    let log = PoolFixture.EventLog()
    guard case .failure(let failure) = try await Self.draw("stall", timeout: .milliseconds(300), log: log) else {
      Issue.record("the worker was believed")
      return
    }
    #expect(failure == .timedOut)
    #expect(log.ends == [.timedOut])
    #expect(log.started.allSatisfy { !ChildProcess.exists($0) })
  }
}
