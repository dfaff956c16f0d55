internal import History
package import Pipeline
internal import RiskAnalysis
package import ScanModel
internal import Settings
package import WorkerClient

// How programs in front of a user scan: what the history knows is only read, and it is opened for writing when there is something to store.
extension Program {
  /// Puts the pipeline together. A history that cannot be read keeps nothing from being scanned.
  package func pipeline(_ builder: PipelineBuilder, pool: WorkerPool) throws(ScanFailure) -> ScanPipeline {
    builder.pipeline(
      pool: pool, analyzer: try builder.analyzer(), history: try? existingHistory(), persistence: persistence)
  }

  /// Where reports are stored.
  package var persistence: PersistenceStage {
    let directory = directories.data
    return PersistenceStage(storedText: settings.storedText) { () throws(HistoryFailure) in
      try HistoryStore(in: directory)
    }
  }

  /// What is known of earlier messages. A history that cannot be read keeps nothing from being judged.
  /// - Parameter sha256: The picture that is to be judged; nil for a text without one.
  /// - Returns: An empty list where there is no history, or none that can be read.
  package func feedback(about sha256: String? = nil) async -> FeedbackList {
    guard let history = try? existingHistory() else { return .empty }
    return (try? await history.feedbackList(about: sha256)) ?? .empty
  }
}
