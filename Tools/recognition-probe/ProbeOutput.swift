import FoundationEssentials
import PostCorrection
import ScanModel

/// What the tool prints for one file with `--json`, and reads with `--replay`.
struct ProbeOutput: Codable {
  struct Word: Codable {
    var text: String
    /// The engine's reading, if a repair changed it.
    var raw: String?
    var confidence: Double
    var box: PixelRect
  }

  struct Line: Codable {
    var index: Int
    var block: Int
    var box: PixelRect
    var language: String?
    var text: String
    var words: [Word]

    init(_ line: RecognizedLine) {
      index = line.index
      block = line.block
      box = line.box
      language = line.language
      text = line.text
      words = line.words.map { Word(text: $0.text, raw: $0.rawText, confidence: $0.confidence, box: $0.box) }
    }

    var recognized: RecognizedLine {
      RecognizedLine(
        index: index, block: block, box: box,
        words: words.map { RecognizedWord(text: $0.text, confidence: $0.confidence, box: $0.box) }, language: language)
    }
  }

  var file: String
  var languages: [String]
  /// After repair, in blocks.
  var text: String
  /// Lines before recognition.
  var found: [PixelRect]
  /// After repair.
  var lines: [Line]
  /// As the workers deliver them.
  var read: [Line]
  var milliseconds: [String: Double]

  /// Repairs the output of an earlier run with the current rules, so that they can be measured without reading every
  /// picture again.
  static func replay(_ json: String) throws -> String {
    var output = try JSONDecoder().decode(ProbeOutput.self, from: Data(json.utf8))
    let text = PostCorrection.repaired(
      RecognizedText(lines: output.read.map(\.recognized), languages: output.languages, isPartial: false)
    ).text
    output.text = TextPage(text, joinsLines: false).text
    output.lines = text.lines.map { Line($0) }
    return String(decoding: try JSONEncoder().encode(output), as: UTF8.self)
  }
}
