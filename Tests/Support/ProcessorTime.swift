import Glibc

/// The processor time of this process, which other programs do not lengthen. Only for suites that run alone.
package enum ProcessorTime {
  /// The least of five runs with each input, in microseconds, and of up to 25 with two that are out of proportion. Inputs take
  /// turns: a virtual machine runs at half its speed for seconds at a time, and such a stretch must not fall on all the runs
  /// of one input. Runs after the fifth wait a quarter of a second first: other machines on the same processor may fill its
  /// cache for longer than a second, which slows only the input that needs more of it.
  package static func least<Input>(
    _ inputs: [Input], limit: Double = 4.5, _ work: (Input) throws -> Void
  ) rethrows -> [Int] {
    var times = inputs.map { _ in Int.max }
    for round in 0..<25 {
      if round >= 5, times.count != 2 || isInProportion(times, limit: limit) { break }
      if round >= 5 { usleep(250_000) }
      for (place, input) in inputs.enumerated() {
        let start = clock()
        try work(input)
        times[place] = min(times[place], clock() - start)
      }
    }
    return times
  }

  /// Whether a larger input takes at most so many times as long; four times the input four times, and an eighth, because
  /// time is not exact. `least`: microseconds that say nothing.
  package static func isInProportion(_ times: [Int], least: Int = 0, limit: Double = 4.5) -> Bool {
    Double(times[1]) <= Double(max(times[0], least)) * limit
  }
}
