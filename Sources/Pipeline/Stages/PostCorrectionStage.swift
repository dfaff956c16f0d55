internal import PostCorrection
internal import ScanModel
internal import WorkerClient

/// The text of a screenshot, known misreadings put right.
struct CorrectedPage: Sendable, Hashable {
  /// How messages name the screenshot.
  var name: String
  /// Nil if the picture could not be decoded.
  var image: ScanReport.Image?
  var text: RecognizedText
  /// Nil if nobody looked for codes.
  var codes: CodeReading?
  /// Whether the file has further frames, which nobody has read.
  var isAnimated = false
  /// Why not everything was read; nil if it was.
  var failure: ScanFailure?
}

/// Puts right what recognition is known to misread. It runs here and not in the worker: it sees the whole page, and a
/// worker that was taken over gains nothing by it.
struct PostCorrectionStage: Sendable {
  /// Of the engine, as Tesseract names them.
  let languages: [String]

  func run(_ outcome: RecognitionOutcome, name: String, timeout: Duration) -> CorrectedPage {
    let codes = outcome.codes?.codes ?? []
    // The modules of a code are read as stray signs. What reads like text stays: it may stand on a code to deceive.
    let lines = outcome.lines.filter { line in
      !codes.contains { $0.box.contains(line.box) } || TextPlausibility.isText(line.words)
    }
    return CorrectedPage(
      name: name, image: outcome.size.map { ScanReport.Image(width: $0.width, height: $0.height) },
      text: PostCorrection.repaired(
        RecognizedText(lines: lines, languages: languages, isPartial: outcome.end != .complete)),
      codes: outcome.codes, isAnimated: outcome.isAnimated,
      failure: outcome.scanFailure(name: name, timeout: timeout))
  }
}
