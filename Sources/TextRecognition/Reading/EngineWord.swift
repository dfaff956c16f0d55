internal import ScanModel

/// A word as the engine gives it, in pixels of the picture that it was given.
struct EngineWord {
  /// A letter, digit or mark.
  struct Symbol {
    var text: String
    /// Where it begins. The engine knows this to a few pixels, from the step of its network that gave the symbol.
    var x: Int
  }

  var text: String
  /// In 0...1.
  var confidence: Double
  /// First column, and the one behind the last.
  var columns: Range<Int>
  /// First row, and the one behind the last.
  var rows: Range<Int>
  /// From left to right; together they are `text`, or there are none.
  var symbols: [Symbol]
}

extension RecognizedWord {
  init(_ word: EngineWord) {
    self.init(
      text: word.text, confidence: word.confidence,
      box: PixelRect(
        x: word.columns.lowerBound, y: word.rows.lowerBound, width: word.columns.count, height: word.rows.count))
  }
}
