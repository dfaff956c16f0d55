import TestSupport
import Testing

@testable import WorkerClient

/// How quickly a worker is ready.
@Suite(.serialized) struct WorkerStartTimingTests {
  let home = UserHome()

  /// Without a socket, a worker exits once it is ready for a request. It gets the environment that the client gives it, which
  /// decides how its memory is filled. Processor time is measured, because wall-clock
  /// time includes everything else on the machine.
  @Test func `a worker is ready after 40 ms of processor time`() async throws {
    let worker = try BuiltProgram.path("ocr-scan-worker")
    let environment = WorkerProcess.environment.joined(separator: " ")
    var least = Double.infinity
    // The quickest of several: other work on the machine only adds time.
    for _ in 0..<10 {
      let run = try await home.shell(
        "bash -c 'TIMEFORMAT=\"%U %S\"; time env -i \(environment) \"\(worker)\" --languages eng </dev/null 2>/dev/null'"
      )
      #expect(run.status == 0, "\(run.output)")
      let times = run.diagnostics.split(whereSeparator: \.isWhitespace).compactMap { Double(String($0)) }
      #expect(times.count == 2, "\(run.diagnostics)")
      least = min(least, times.reduce(0, +))
    }
    #expect(least <= 0.040, "\(least) s")
  }
}
