import Glibc

/// The processor time of this process, which other programs do not lengthen. Only for suites that run alone.
package enum ProcessorTime {
  /// The median of three runs, in microseconds.
  package static func median(_ work: () throws -> Void) rethrows -> Int {
    var times: [Int] = []
    for _ in 0..<3 {
      let start = clock()
      try work()
      times.append(clock() - start)
    }
    return times.sorted()[1]
  }
}
