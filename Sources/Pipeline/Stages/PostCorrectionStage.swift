internal import PostCorrection
internal import ScanModel
internal import WorkerClient

/// The text of a screenshot, with known misreadings corrected.
struct CorrectedPage: Sendable, Hashable {
  var name: Message
  /// Nil if the picture could not be decoded.
  var image: ScanReport.Image?
  var text: RecognizedText
  /// Nil if nothing looked for codes.
  var codes: CodeReading?
  /// Whether the file has further frames, which nobody has read.
  var isAnimated = false
  /// Why not everything was read; nil if it was.
  var failure: ScanFailure?
  /// What is left for judging.
  var budget = JudgingBudget(deadline: nil)
}

/// Corrects known misreadings: not in the worker, because here the whole page is known, and a compromised worker gains
/// nothing from it.
struct PostCorrectionStage: Sendable {
  let languages: [String]

  /// Corrects what workers read, which may be as much as the protocol allows, and cuts it to the budget.
  func run(
    _ outcome: RecognitionOutcome, name: Message, timeout: Duration, budget: JudgingBudget = .fromNow()
  ) -> CorrectedPage {
    let codes = outcome.codes?.codes ?? []
    // Modules of a code are misread as stray characters. Plausible text is kept: it may cover a code to deceive.
    let lines = outcome.lines.filter { line in
      !codes.contains { $0.box.contains(line.box) } || TextPlausibility.isText(line.words)
    }
    var budget = budget
    var text = RecognizedText(lines: lines, languages: languages, isPartial: outcome.end != .complete)
    budget.limit(&text)
    let corrected = PostCorrection.repaired(text) { budget.isSpentForCorrection }
    if !corrected.isComplete { budget.giveUp() }
    return CorrectedPage(
      name: name, image: outcome.size.map { ScanReport.Image(width: $0.width, height: $0.height) },
      text: corrected.text, codes: outcome.codes, isAnimated: outcome.isAnimated,
      failure: outcome.end.scanFailure(name: name, timeout: timeout), budget: budget)
  }
}
