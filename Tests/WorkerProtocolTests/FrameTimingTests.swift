import Testing
import WorkerProtocol

/// Measures that decoding takes time in proportion to what is decoded. Timing suites run alone (scripts/test).
@Suite(.serialized)
struct FrameTimingTests {
  private static let clock = ContinuousClock()

  /// The shortest of three times to decode a reply that consists of the smallest frames and arrives in one piece.
  private func time(bytes: Int) throws -> Duration {
    let frame = WorkerMessage.finished(microseconds: 1).frame(request: 1).encoded()
    let count = bytes / frame.count
    let reply = Array((0..<count).map { _ in frame }.joined())
    var shortest = Duration.seconds(3600)
    for _ in 0..<3 {
      var decoder = FrameDecoder()
      var decoded = 0
      let time = try Self.clock.measure {
        try decoder.append(reply)
        while try decoder.next() != nil { decoded += 1 }
      }
      #expect(decoded == count)
      shortest = min(shortest, time)
    }
    return shortest
  }

  @Test func `four times as many frames take four times as long`() throws {
    let (quarter, whole) = (try time(bytes: 1 << 19), try time(bytes: 1 << 21))
    #expect(whole < quarter * 5, "\(quarter), \(whole)")
  }
}
