import FoundationEssentials
import Glibc
import PNGContainer
import PNGDecoding
import ScanModel
import TextRecognition

/// One file's text and the time it took.
struct ProbeResult {
  struct Timings {
    var start = Duration.zero
    var filter = Duration.zero
    var decode = Duration.zero
    /// Preparing the picture and finding its lines; of all shares.
    var layout = Duration.zero
    var recognize = Duration.zero
  }

  let file: String
  let text: RecognizedText
  let layout: PageLayout?
  var timings: Timings

  init(
    reading file: String, shares: Int, recognizer: borrowing PageRecognizer, layoutOnly: Bool
  ) throws {
    self.file = file
    let clock = ContinuousClock()
    let bytes = try Data(contentsOf: URL(filePath: file))
    var mark = clock.now
    func lap() -> Duration {
      defer { mark = clock.now }
      return clock.now - mark
    }
    let png = try PNGContainer.filter(bytes.bytes)
    var lines: [RecognizedLine] = []
    var found: PageLayout?
    var timings = Timings()
    timings.filter = lap()
    for index in 0..<shares {
      guard let share = RecognitionShare(index: index, of: shares) else { continue }
      _ = lap()
      let picture = try PNGDecoder.decode(png)
      timings.decode += lap()
      do {
        try recognizer.recognize(picture.bitmap, share: share) { layout in
          found = layout
          timings.layout += lap()
          if layoutOnly { throw CancellationError() }
        } onLine: {
          lines.append($0)
        }
      } catch is CancellationError {}
      timings.recognize += lap()
    }
    text = RecognizedText(lines: lines, languages: [], isPartial: false)
    self.timings = timings
    layout = found
  }
}

extension ProbeResult {
  /// The text in blocks, and a line of figures.
  var description: String { TextPage(text).text + "\n-- " + summary + "\n" }

  private var summary: String {
    let phases = [
      ("start", timings.start), ("filter", timings.filter), ("decode", timings.decode), ("layout", timings.layout),
      ("recognize", timings.recognize),
    ]
    let times = phases.map { "\($0.0) \(Self.milliseconds($0.1)) ms" }.joined(separator: ", ")
    let usage = Self.usage()
    return "\(file): \(layout?.lines.count ?? 0) lines found, \(text.wordCount) words; \(times); "
      + "so far user CPU \(usage.milliseconds) ms, peak memory \(usage.kibibytes / 1024) MiB"
  }

  /// One line of JSON.
  func json() throws -> String {
    let lines = text.lines.map { line in
      Output.Line(
        index: line.index, block: line.block, box: line.box, text: line.text,
        words: line.words.map { Output.Word(text: $0.text, confidence: $0.confidence, box: $0.box) })
    }
    let phases: KeyValuePairs = [
      "start": timings.start, "filter": timings.filter, "decode": timings.decode, "layout": timings.layout,
      "recognize": timings.recognize,
    ]
    let output = Output(
      file: file, text: TextPage(text).text, found: layout?.lines.map(\.box) ?? [], lines: lines,
      milliseconds: Dictionary(uniqueKeysWithValues: phases.map { ($0.key, Self.milliseconds($0.value)) }))
    return String(decoding: try JSONEncoder().encode(output), as: UTF8.self)
  }

  private struct Output: Encodable {
    struct Word: Encodable {
      var text: String
      var confidence: Double
      var box: PixelRect
    }
    struct Line: Encodable {
      var index: Int
      var block: Int
      var box: PixelRect
      var text: String
      var words: [Word]
    }
    var file: String
    var text: String
    /// Lines before recognition.
    var found: [PixelRect]
    var lines: [Line]
    var milliseconds: [String: Double]
  }

  private static func milliseconds(_ duration: Duration) -> Double { (duration / .milliseconds(1) * 10).rounded() / 10 }

  private static func usage() -> (milliseconds: Int, kibibytes: Int) {
    var usage = rusage()
    // getrusage(2) fills the structure; it cannot fail for the calling process.
    unsafe getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return (usage.ru_utime.tv_sec * 1_000 + usage.ru_utime.tv_usec / 1_000, usage.ru_maxrss)
  }
}
