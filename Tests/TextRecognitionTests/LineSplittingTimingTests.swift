import TestSupport
import Testing

@testable import TextRecognition

/// Splitting takes time in proportion to the marks of a line, whatever they are.
@Suite(.serialized)
struct LineSplittingTimingTests {
  @Test(arguments: ["letters", "icons", "phrases"])
  func `four times the marks take about four times as long`(kind: String) {
    let lines = [4_000, 16_000].map { count in
      TextLineCandidate(
        letters: (0..<count).map { number in
          mark(
            at: 16 * number, height: kind == "icons" && number % (count - 1) < count / 5 ? 40 : 10,
            on: kind == "phrases" ? 100 + number / 3 % 2 * 4 : 100)
        })
    }
    let times = ProcessorTime.least(lines) { _ = LineSplitting.split($0) }
    // Less than a millisecond says nothing.
    #expect(times[1] < max(times[0], 1_000) * 9, "\(times) µs")
  }
}
