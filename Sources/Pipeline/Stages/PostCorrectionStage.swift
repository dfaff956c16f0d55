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
  /// Why not everything was read; nil if it was.
  var failure: ScanFailure?
}

/// Puts right what recognition is known to misread. It runs here and not in the worker: it sees the whole page, and a
/// worker that was taken over gains nothing by it.
struct PostCorrectionStage: Sendable {
  /// Of the engine, as Tesseract names them.
  let languages: [String]

  func run(_ outcome: RecognitionOutcome, name: String, timeout: Duration) -> CorrectedPage {
    CorrectedPage(
      name: name, image: outcome.size.map { ScanReport.Image(width: $0.width, height: $0.height) },
      text: PostCorrection.repaired(
        RecognizedText(lines: outcome.lines, languages: languages, isPartial: outcome.end != .complete)),
      failure: outcome.scanFailure(name: name, timeout: timeout))
  }
}
