internal import TextClassification

/// Log-odds of several classes for a whole page: a linear model over n-grams and numbers.
struct PageClassifier: Sendable {
  private let words: NGramClassifier
  /// For each class, a weight of each number.
  private let weights: [[Double]]

  // The parts of the model in the file have names that begin with `name`; that of the weights of `count` numbers goes on
  // with `numbers`. Nil if one is missing or is not of so many classes.
  init?(_ classifier: TextClassifier, name: String, classes: Int, numbers: String, count: Int) {
    guard let words = NGramClassifier(classifier, name: name, classes: classes),
      let weights = classifier.parameter("\(name)_\(numbers)"), weights.count == classes * count
    else { return nil }
    self.words = words
    self.weights = (0..<classes).map { Array(weights[($0 * count)..<(($0 + 1) * count)]) }
  }

  /// For each class, log-odds up to a constant.
  func logOdds(of words: [[UInt8]], _ numbers: [Float]) -> [Double] {
    zip(self.words.logOdds(of: words), weights).map { sum, weights in
      sum + zip(weights, numbers).reduce(0) { $0 + $1.0 * Double($1.1) }
    }
  }
}
