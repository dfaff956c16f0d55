internal import History
package import Pipeline
internal import RiskAnalysis
package import ScanModel
internal import Settings
package import WorkerClient

// How interactive programs scan: the history is only read, and opened for writing when there is something to store.
extension Program {
  /// Builds the pipeline. A history that cannot be read does not prevent scanning.
  package func pipeline(_ builder: PipelineBuilder, pool: WorkerPool) throws(ScanFailure) -> ScanPipeline {
    builder.pipeline(
      pool: pool, analyzer: try builder.analyzer(), history: try? existingHistory(), persistence: persistence)
  }

  /// Where reports are stored.
  package var persistence: PersistenceStage {
    let (directory, keepsLinks) = (directories.data, keepsLinks)
    return PersistenceStage(storedText: settings.storedText) { () throws(HistoryFailure) in
      try HistoryStore(in: directory, keepsLinks: keepsLinks)
    }
  }

  /// Loads what is known about earlier messages. A history that cannot be read does not prevent judging.
  /// - Parameter sha256: The picture to be judged; nil for a text without one.
  /// - Returns: An empty list if there is no readable history.
  package func feedback(about sha256: String? = nil) async -> FeedbackList {
    guard let history = try? existingHistory() else { return .empty }
    return (try? await history.feedbackList(about: sha256)) ?? .empty
  }
}
