internal import ScanModel

/// A word from the engine, in pixels of the image it was given.
struct EngineWord {
  /// A letter, digit or mark.
  struct Symbol {
    var text: String
    /// First column. The engine knows it to a few pixels only, from the step of its network that produced the symbol.
    var x: Int
  }

  var text: String
  /// In 0...1.
  var confidence: Double
  /// Columns of the word.
  var columns: Range<Int>
  /// Rows of the word.
  var rows: Range<Int>
  /// Left to right. Together they are `text`, or there are none.
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
