import TestSupport
import Testing

/// How soon a worker can read.
@Suite(.serialized) struct WorkerStartTimingTests {
  let home = UserHome()

  /// Without a socket a worker ends when it is ready and would wait for its request.
  @Test func `a worker is ready within 40 ms`() async throws {
    let worker = try BuiltProgram.path("ocr-scan-worker")
    var least = Duration.seconds(60)
    // The quickest of several: other work on the machine only ever adds.
    for _ in 0..<10 {
      let began = ContinuousClock.now
      let run = try await home.shell("exec '\(worker)' --languages eng </dev/null")
      least = min(least, .now - began)
      #expect(run.status == 0, "\(run.output)")
    }
    #expect(least <= .milliseconds(40), "\(least)")
  }
}
