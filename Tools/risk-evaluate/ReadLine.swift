import PostCorrection
import ScanModel

/// One line of a screen as `recognition-probe --json` prints it under "read": before post-correction, because that is
/// measured too.
struct ReadLine: Decodable {
  struct Word: Decodable {
    var text: String
    var confidence: Double
    var box: PixelRect
  }

  var index: Int
  var block: Int
  var box: PixelRect
  var language: String?
  var words: [Word]

  var recognized: RecognizedLine {
    RecognizedLine(
      index: index, block: block, box: box,
      words: words.map { RecognizedWord(text: $0.text, confidence: $0.confidence, box: $0.box) }, language: language)
  }
}

extension LabelledText {
  /// The page as a scan analyzes it: of a screen that was read with the places of its words, else plain text.
  var page: TextPage {
    guard let recognized else { return TextPage(plainText: text) }
    let read = RecognizedText(lines: recognized.map(\.recognized), languages: languages ?? [], isPartial: false)
    return TextPage(PostCorrection.repaired(read).text)
  }
}
