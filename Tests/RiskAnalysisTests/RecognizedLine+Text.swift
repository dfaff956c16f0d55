import ScanModel

extension RecognizedLine {
  /// Words in a row that begins at a place, one letter's width apart.
  init(
    _ text: String, index: Int, block: Int = 0, x: Int = 0, y: Int, letterWidth: Int = 10, height: Int = 20,
    change: (inout RecognizedWord) -> Void = { _ in }
  ) {
    var start = x
    let words = text.split(separator: " ").map { text in
      let box = PixelRect(x: start, y: y, width: letterWidth * text.count, height: height)
      start = box.maxX + letterWidth
      var word = RecognizedWord(text: String(text), confidence: 0.95, box: box)
      change(&word)
      return word
    }
    let box = words.dropFirst().reduce(words[0].box) { $0.union($1.box) }
    self.init(index: index, block: block, box: box, words: words)
  }
}

extension TextPage {
  /// A screenshot with these lines.
  init(lines: [RecognizedLine]) {
    self.init(RecognizedText(lines: lines, languages: ["eng"], isPartial: false))
  }
}
