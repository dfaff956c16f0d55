internal import ScanModel

/// How sure the words of a page are, and what else they may say: nothing more than the text for plain text.
struct PageConfidence {
  private let words: [TextPage.WordSpan]
  /// Sums up to each word, for means over ranges.
  private var confidenceSums: [Double] = [0]
  private var lengthSums: [Double] = [0]

  init(_ page: TextPage) {
    words = page.words
    confidenceSums.reserveCapacity(words.count + 1)
    lengthSums.reserveCapacity(words.count + 1)
    for (index, word) in words.enumerated() {
      let length = Double(word.range.count)
      confidenceSums.append(confidenceSums[index] + word.confidence * length)
      lengthSums.append(lengthSums[index] + length)
    }
  }

  /// Which part of its weight a reason counts that rests on these scalars: all of it where they were read well, less in
  /// proportion below the confidence at which words are marked as uncertain.
  func certainty(of range: Range<Int>) -> Double {
    guard let mean = confidence(of: range), mean < RecognizedWord.certainty else { return 1 }
    return mean / RecognizedWord.certainty
  }

  func isUncertain(_ range: Range<Int>) -> Bool { certainty(of: range) < 1 }

  /// What the engine read at a place where a repair changed it; nil where it changed nothing.
  func engineReading(of range: Range<Int>) -> String? {
    let readings = words[indices(overlapping: range)].compactMap(\.rawText)
    return readings.isEmpty ? nil : readings.joined(separator: " ")
  }

  /// The first part of a range that spans two lines of the screenshot.
  func firstPart(of range: Range<Int>) -> Range<Int>? {
    let spans = words[indices(overlapping: range)]
    guard let first = spans.first, let next = spans.first(where: { $0.line != first.line }) else { return nil }
    return range.lowerBound..<max(range.lowerBound, min(range.upperBound, next.range.lowerBound))
  }

  /// Mean over the words that a range touches, weighted by length; nil if it touches none.
  private func confidence(of range: Range<Int>) -> Double? {
    let touched = indices(overlapping: range)
    guard let first = touched.first, let last = touched.last else { return nil }
    let length = lengthSums[last + 1] - lengthSums[first]
    return length > 0 ? (confidenceSums[last + 1] - confidenceSums[first]) / length : nil
  }

  private func indices(overlapping range: Range<Int>) -> Range<Int> {
    let first = firstIndex { words[$0].range.upperBound > range.lowerBound }
    let end = firstIndex { words[$0].range.lowerBound >= range.upperBound }
    return first..<max(first, end)
  }

  /// The first word for which something holds that holds for all words after it.
  private func firstIndex(where holds: (Int) -> Bool) -> Int {
    var low = 0
    var high = words.count
    while low < high {
      let middle = (low + high) / 2
      if holds(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
