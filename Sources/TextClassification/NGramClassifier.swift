internal import CXXHash

/// Log-odds of one class or several from words, pairs of words and parts of words: a linear model over hashed features.
///
/// It knows the words of a whole page, where the encoder reads a passage at a time. `training/train_page.py`,
/// `train_kinds.py` and `train_categories.py` fit it, and `training/page_features.py` describes the same features.
package struct NGramClassifier: Sendable {
  /// Lengths of parts of words in scalars, including the space before and after the word.
  private static let partSizes = 3...5
  private static let space = UInt8(ascii: " ")

  /// A weight of each class for each feature: first words and pairs of words, in the second half parts of words.
  private let weights: ModelTable
  private let places: UInt64
  /// Factor of a weight, in log-odds.
  private let scale: Double
  /// For each class, log-odds of a text without features.
  private let bias: [Double]

  /// Nil unless the number of features is a power of two, at least 4, with a weight for each class.
  package init?(weights: ModelTable, scale: Double, bias: [Double]) {
    guard !bias.isEmpty, weights.count.isMultiple(of: bias.count) else { return nil }
    let features = weights.count / bias.count
    guard features >= 4, features & (features - 1) == 0 else { return nil }
    self.weights = weights
    places = UInt64(features / 2)
    self.scale = scale
    self.bias = bias
  }

  /// The model for so many classes whose parts in a model file have names that begin with `name`; nil if there is none.
  package init?(_ classifier: TextClassifier, name: String, classes: Int) {
    guard let weights = classifier.table("\(name)_ngrams"),
      let scale = classifier.parameter("\(name)_ngram_scale")?.first,
      let bias = classifier.parameter("\(name)_bias"), bias.count == classes
    else { return nil }
    self.init(weights: weights, scale: scale, bias: bias)
  }

  /// - Parameter words: In text order, in UTF-8, none containing a space.
  /// - Returns: For each class, log-odds (natural logarithm), of several up to a constant. Each feature counts once, and the
  ///   feature vector is normalized to length one.
  package func logOdds(of words: [[UInt8]]) -> [Double] {
    var features: [Int] = []
    features.reserveCapacity(words.count * 16)
    var previous: [UInt8]?
    for word in words {
      features.append(place(of: word[...]))
      if let previous { features.append(place(of: (previous + [Self.space] + word)[...])) }
      appendParts(of: word, to: &features)
      previous = word
    }
    guard !features.isEmpty else { return bias }
    features.sort()
    var sums = [Int](repeating: 0, count: bias.count)
    var (count, last) = (0, -1)
    for feature in features where feature != last {
      for index in sums.indices { sums[index] += Int(weights[feature * sums.count + index]) }
      count += 1
      last = feature
    }
    let length = Double(count).squareRoot()
    return zip(bias, sums).map { $0 + scale * Double($1) / length }
  }

  private func appendParts(of word: [UInt8], to features: inout [Int]) {
    let padded = [Self.space] + word + [Self.space]
    // Scalars start at every byte that is not of the form 10xxxxxx (RFC 3629).
    let starts = padded.indices.filter { padded[$0] & 0xC0 != 0x80 } + [padded.count]
    for size in Self.partSizes where starts.count > size {
      for first in 0..<(starts.count - size) {
        features.append(Int(places) + place(of: padded[starts[first]..<starts[first + size]]))
      }
    }
  }

  private func place(of bytes: ArraySlice<UInt8>) -> Int {
    let hash = unsafe bytes.withUnsafeBytes { unsafe XXH3_64bits($0.baseAddress, $0.count) }
    return Int(hash & (places - 1))
  }
}
