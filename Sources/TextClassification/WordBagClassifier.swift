internal import CXXHash

/// Log-odds of several classes from the words of a text, whatever their order: a linear model over hashed words.
///
/// `training/train_kinds.py` fits it.
package struct WordBagClassifier: Sendable {
  /// For each place of a word, a weight of each class.
  private let weights: ModelTable
  private let places: UInt64
  private let classes: Int
  /// Factor of a weight, in log-odds.
  private let scale: Double

  /// Nil unless there is a power of two of places for words, with a weight for each class.
  package init?(weights: ModelTable, classes: Int, scale: Double) {
    guard classes > 0, weights.count > 0, weights.count.isMultiple(of: classes) else { return nil }
    let places = weights.count / classes
    guard places & (places - 1) == 0 else { return nil }
    self.weights = weights
    self.places = UInt64(places)
    self.classes = classes
    self.scale = scale
  }

  /// - Parameter words: In UTF-8.
  /// - Returns: For each class, log-odds up to a constant. Each word counts once, and the vector of the words is
  ///   normalized to length one.
  package func logOdds(of words: [[UInt8]]) -> [Double] {
    var found = Set<Int>()
    for word in words {
      let hash = unsafe word.withUnsafeBytes { unsafe XXH3_64bits($0.baseAddress, $0.count) }
      found.insert(Int(hash & (places - 1)))
    }
    var sums = [Int](repeating: 0, count: classes)
    for place in found {
      for index in 0..<classes { sums[index] += Int(weights[place * classes + index]) }
    }
    return sums.map { found.isEmpty ? 0 : scale * Double($0) / Double(found.count).squareRoot() }
  }
}
