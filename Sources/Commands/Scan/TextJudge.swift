internal import Pipeline
internal import ScanModel

/// Judges texts the way this user's pictures are judged.
struct TextJudge {
  let analysis: RiskAnalysisStage
  /// The user's own verdicts on messages.
  let feedback: FeedbackList

  /// The report on a text; one without words is `unknown`.
  func report(on text: String, id: String) -> ScanReport {
    let began = SuspendingClock.now
    var report = analysis.run(ScanReport(id: id), plainText: text, feedback: feedback)
    let time = (SuspendingClock.now - began) / .milliseconds(1)
    report.timings = ScanReport.Timings(analyze: time, total: time)
    return report
  }
}
