/// How well probabilities separate scams from harmless texts, in constant memory: bins of 0.001 give the area with an
/// error of about half a bin.
struct ScoreCurve {
  private static let bins = 1_000
  private var scams = [Int](repeating: 0, count: bins)
  private var harmless = [Int](repeating: 0, count: bins)

  /// - Parameters:
  ///   - probability: From 0 to 1.
  ///   - isScam: The label of the text.
  mutating func add(_ probability: Double, isScam: Bool) {
    let bin = min(Self.bins - 1, max(0, Int(probability * Double(Self.bins))))
    if isScam { scams[bin] += 1 } else { harmless[bin] += 1 }
  }

  /// Area under the ROC curve: how often a random scam gets a higher probability than a random harmless text, with ties
  /// counting half (the Mann-Whitney statistic). Nil unless there are both.
  var areaUnderCurve: Double? {
    let pairs = Double(scams.reduce(0, +)) * Double(harmless.reduce(0, +))
    guard pairs > 0 else { return nil }
    var below = 0.0
    var sum = 0.0
    for bin in 0..<Self.bins {
      sum += Double(scams[bin]) * (below + Double(harmless[bin]) / 2)
      below += Double(harmless[bin])
    }
    return sum / pairs
  }
}

/// Stated and observed probabilities in ten bins.
struct Reliability {
  struct Bin {
    var count = 0.0
    var probability = 0.0
    var scams = 0.0
  }

  private(set) var bins = [Bin](repeating: Bin(), count: 10)

  mutating func add(_ probability: Double, isScam: Bool) {
    let bin = min(9, max(0, Int(probability * 10)))
    bins[bin].count += 1
    bins[bin].probability += probability
    if isScam { bins[bin].scams += 1 }
  }

  /// Mean distance between stated and observed probability, weighted by the number of texts (Naeini, Cooper and Hauskrecht,
  /// Obtaining Well Calibrated Probabilities Using Bayesian Binning, AAAI 2015); 0 without any text.
  var expectedCalibrationError: Double {
    let all = bins.reduce(0) { $0 + $1.count }
    return bins.reduce(0) { $0 + abs($1.probability - $1.scams) } / max(1, all)
  }
}
