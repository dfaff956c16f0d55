internal import History
internal import Pipeline
internal import RiskAnalysis
internal import ScanModel
internal import Settings
internal import WorkerClient

// How commands scan: what the history knows is only read, and it is opened for writing when there is something to store.
extension Program {
  /// Puts the pipeline together. A history that cannot be read keeps nothing from being scanned.
  func pipeline(_ builder: PipelineBuilder, pool: WorkerPool) throws(ScanFailure) -> ScanPipeline {
    builder.pipeline(
      pool: pool, analyzer: try builder.analyzer(), history: try? existingHistory(), persistence: persistence)
  }

  /// Where reports are stored.
  var persistence: PersistenceStage {
    let directory = directories.data
    return PersistenceStage(storedText: settings.storedText) { () throws(HistoryFailure) in
      try HistoryStore(in: directory)
    }
  }

  /// What the user has said about messages. A history that cannot be read keeps nothing from being judged.
  func feedback() async -> FeedbackList {
    guard let history = try? existingHistory() else { return .empty }
    return (try? await history.feedbackList()) ?? .empty
  }
}
