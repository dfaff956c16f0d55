import FoundationEssentials
import Glibc
import ImageContainers
import ImageProcessing
import PostCorrection
import ScanModel
import TextRecognition

/// One file's text and the time it took.
struct ProbeResult {
  struct Timings {
    var start = Duration.zero
    var filter = Duration.zero
    var decode = Duration.zero
    /// Preparing the picture and finding its lines.
    var layout = Duration.zero
    var recognize = Duration.zero
  }

  let file: String
  /// As the workers deliver it.
  let read: RecognizedText
  /// As it is judged.
  var text: RecognizedText { PostCorrection.repaired(read).text }
  /// The bounds of what may be lines.
  let found: [PixelRect]
  var timings: Timings

  init(reading file: String, recognizer: borrowing PageRecognizer, languages: [String]) throws {
    self.file = file
    let clock = ContinuousClock()
    let bytes = try Data(contentsOf: URL(filePath: file))
    var mark = clock.now
    func lap() -> Duration {
      defer { mark = clock.now }
      return clock.now - mark
    }
    let image = try ImageContainer.filter(bytes.bytes)
    var lines: [RecognizedLine] = []
    var found: [PixelRect] = []
    var timings = Timings()
    timings.filter = lap()
    let picture = try ImageDecoder.decode(image)
    timings.decode = lap()
    try recognizer.recognize(picture) {
      found = $0
      timings.layout = lap()
    } onLine: {
      lines.append($0)
    }
    timings.recognize = lap()
    read = RecognizedText(lines: lines, languages: languages, isPartial: false)
    self.timings = timings
    self.found = found
  }
}

extension ProbeResult {
  /// The text in blocks, and a line of figures.
  var description: String { TextPage(text).text + "\n-- " + summary + "\n" }

  /// Milliseconds of each phase.
  private var phases: KeyValuePairs<String, Double> {
    [
      "start": Self.milliseconds(timings.start), "filter": Self.milliseconds(timings.filter),
      "decode": Self.milliseconds(timings.decode), "layout": Self.milliseconds(timings.layout),
      "recognize": Self.milliseconds(timings.recognize),
    ]
  }

  private var summary: String {
    let times = phases.map { "\($0.key) \($0.value) ms" }.joined(separator: ", ")
    let usage = Self.usage()
    return "\(file): \(found.count) lines found, \(text.wordCount) words; \(times); "
      + "so far user CPU \(usage.milliseconds) ms, peak memory \(usage.kibibytes / 1024) MiB"
  }

  /// One line of JSON.
  func json() throws -> String {
    let text = text
    let output = ProbeOutput(
      file: file, languages: read.languages, text: TextPage(text, joinsLines: false).text,
      found: found,
      lines: text.lines.map { ProbeOutput.Line($0) }, read: read.lines.map { ProbeOutput.Line($0) },
      milliseconds: Dictionary(uniqueKeysWithValues: phases.map { ($0.key, $0.value) }))
    return String(decoding: try JSONEncoder().encode(output), as: UTF8.self)
  }

  private static func milliseconds(_ duration: Duration) -> Double { (duration / .milliseconds(1) * 10).rounded() / 10 }

  private static func usage() -> (milliseconds: Int, kibibytes: Int) {
    var usage = rusage()
    // getrusage(2) fills the structure; it cannot fail for the calling process.
    unsafe getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return (usage.ru_utime.tv_sec * 1_000 + usage.ru_utime.tv_usec / 1_000, usage.ru_maxrss)
  }
}
