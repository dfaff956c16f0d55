internal import ScanModel

/// How reliably the words of a page were recognized, and their alternative readings. Plain text is certain.
struct RecognitionConfidence {
  private let words: [TextPage.WordSpan]
  /// Prefix sums, for means over ranges.
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

  /// The share of its weight that evidence here keeps: 1 from `RecognizedWord.certainty` up, below in proportion.
  func certainty(of range: Range<Int>) -> Double {
    let touched = indices(overlapping: range)
    let length = lengthSums[touched.upperBound] - lengthSums[touched.lowerBound]
    guard length > 0 else { return 1 }
    // Weighted by length.
    let mean = (confidenceSums[touched.upperBound] - confidenceSums[touched.lowerBound]) / length
    return min(1, mean / RecognizedWord.certainty)
  }

  func isUncertain(_ range: Range<Int>) -> Bool { certainty(of: range) < 1 }

  /// The recognizer's reading where post-correction changed it; nil elsewhere.
  func engineReading(of range: Range<Int>) -> String? {
    let readings = words[indices(overlapping: range)].compactMap(\.rawText)
    return readings.isEmpty ? nil : readings.joined(separator: " ")
  }

  /// The parts on each line of a range put together from several; empty if it lies on one, or has a line's end in it.
  func lines(of range: Range<Int>) -> [Range<Int>] {
    let spans = words[indices(overlapping: range)]
    let starts = zip(spans, spans.dropFirst()).filter { last, next in
      last.line != next.line && last.range.upperBound == next.range.lowerBound && range.contains(next.range.lowerBound)
    }.map(\.1.range.lowerBound)
    if starts.isEmpty { return [] }
    return zip([range.lowerBound] + starts, starts + [range.upperBound]).map { $0..<$1 }
  }

  /// The last word of a line and the first of the next, for each line's end that a range touches.
  func lineEnds(of range: Range<Int>) -> [(last: Range<Int>, first: Range<Int>)] {
    let touched = indices(overlapping: range)
    return [touched.lowerBound, touched.upperBound].compactMap { next -> (last: Range<Int>, first: Range<Int>)? in
      guard next > 0, next < words.count, words[next - 1].line != words[next].line else { return nil }
      return (words[next - 1].range, words[next].range)
    }
  }

  private func indices(overlapping range: Range<Int>) -> Range<Int> {
    let first = words.partitioningIndex { $0.range.upperBound > range.lowerBound }
    let end = words.partitioningIndex { $0.range.lowerBound >= range.upperBound }
    return first..<max(first, end)
  }
}
