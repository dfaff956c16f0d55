/// A small linear model of how scams are worded, learned from labelled texts by `training/train_text_model.py`.
///
/// It knows nothing but numbers: a weight for each place of a table of hashed words, pairs and pieces of words, and one
/// for each signal of an entity. What it says is added to what the rules say, within limits, and the sum is calibrated.
struct TextModel: Sendable {
  /// Two to the power of this many places.
  var bits: Int
  /// Weights of the places in units of `unit`.
  var weights: [Int8]
  var unit: Double
  /// Log-odds of a passage without any known feature.
  var intercept: Double
  /// Weights of the entity signals, by their number.
  var signalWeights: [Double]
  /// Which part of the model's log-odds is added to the sum of the rules.
  var share: Double
  /// The limits of the model's log-odds before that: rules know kinds of scams of which the texts hold none, and wording
  /// alone proves little.
  var limits: ClosedRange<Double>
  /// Tokens; in shorter passages the wording speaks against them only in proportion.
  var fullLength: Double
  /// Makes a probability and a level of the sum of both.
  var calibration: RiskModel

  /// What the wording of a passage counts for beside the rules.
  /// - Parameters:
  ///   - score: The model's log-odds.
  ///   - length: Tokens of the passage.
  ///   - hasReasonAgainst: A rule says why the passage is harmless, so that its wording cannot be held against it: genuine
  ///     codes, bank alerts and texts about scams use the same words as scams.
  /// - Returns: Log-odds to be added to the sum of the rules.
  func contribution(ofScore score: Double, length: Int, hasReasonAgainst: Bool) -> Double {
    let limited = min(limits.upperBound, max(limits.lowerBound, score))
    if limited < 0 { return share * limited }
    return hasReasonAgainst ? 0 : share * limited * min(1, Double(length) / fullLength)
  }
}

/// Applies a model to the passages of one text.
struct PassageScorer {
  private let model: TextModel
  private let features: TextFeatures
  /// For each place the number of the last passage that had it: a feature counts once in a passage.
  private var stamps: [Int32]
  private var current: Int32 = 0
  /// Features looked at.
  private(set) var steps = 0

  /// Longest phrase that is shown as evidence, in tokens.
  private static let phraseLength = 8

  init(model: TextModel, found: FoundSignals) {
    self.model = model
    features = TextFeatures(tokens: found.tokens, folded: found.folded, bits: model.bits)
    stamps = [Int32](repeating: 0, count: model.weights.count)
  }

  /// The model's log-odds for a passage: the mean-like sum of its features, and its signals.
  mutating func score(_ passage: Range<Int>, isPresent: (Int) -> Bool) -> Double {
    current += 1
    var sum = 0
    var count = 0
    for token in passage {
      for place in features.places(of: token) { add(place, &sum, &count) }
      if token > passage.lowerBound { add(features.pair(endingAt: token), &sum, &count) }
    }
    steps += count
    var score = model.intercept
    if count > 0 { score += model.unit * Double(sum) / Double(count).squareRoot() }
    for (signal, weight) in model.signalWeights.enumerated() where weight != 0 && isPresent(signal) { score += weight }
    return score
  }

  private mutating func add(_ place: Int32, _ sum: inout Int, _ count: inout Int) {
    let index = Int(place)
    guard stamps[index] != current else { return }
    stamps[index] = current
    sum += Int(model.weights[index])
    count += 1
  }

  /// The few words of a passage that speak most for a scam; the whole passage if none do.
  func tellingPhrase(in passage: Range<Int>) -> Range<Int> {
    var best = 0
    var phrase = passage
    let values = passage.map { token in
      features.places(of: token).reduce(0) { $0 + Int(model.weights[Int($1)]) }
    }
    for start in values.indices where values[start] > 0 {
      var sum = 0
      for end in start..<min(start + Self.phraseLength, values.count) {
        sum += values[end]
        if end > start { sum += Int(model.weights[Int(features.pair(endingAt: passage.lowerBound + end))]) }
        if sum > best {
          best = sum
          phrase = (passage.lowerBound + start)..<(passage.lowerBound + end + 1)
        }
      }
    }
    return phrase
  }
}
