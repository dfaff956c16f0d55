package import History
internal import Redaction
internal import RiskAnalysis
package import ScanModel
package import Settings
internal import Synchronization
package import SystemPackage

/// What the user has said about a screenshot and others.
package struct KnownScreenshot: Sendable {
  /// The report on the same bytes whose text the user corrected: no scan can do better.
  package var report: ScanReport?
  package var userVerdict: FeedbackItem?
  /// Feedback on other messages; empty if there is a report.
  package var feedback = FeedbackList.empty
  /// Why the history could not be asked; nil if it could.
  package var failure: HistoryFailure?
}

/// What the user has said. Whether the same bytes were judged before, the daemon asks first (`HistoryStore.admit`).
struct LookupStage: Sendable {
  /// Nil if there is none; then nothing is known.
  let history: HistoryStore?

  /// Asks anew for each screenshot, so that the user's latest feedback counts. Nothing is known without an answer.
  func run(_ sha256: String) async -> KnownScreenshot {
    guard let history else { return KnownScreenshot() }
    do throws(HistoryFailure) {
      var known = KnownScreenshot()
      let correction = try await history.correction(forSHA256: sha256)
      // An entry that cannot be read counts as none.
      known.report = try? correction?.report()
      known.userVerdict = try await history.userVerdict(forSHA256: sha256)
      if known.report == nil { known.feedback = try await history.feedbackList(about: sha256) }
      return known
    } catch {
      return KnownScreenshot(failure: error)
    }
  }
}

/// Stores reports, with as much of their text as the settings allow, in a history that is opened for the first of them.
package final class PersistenceStage: Sendable {
  private let storedText: Settings.StoredText
  private let open: @Sendable () throws(HistoryFailure) -> HistoryStore
  private let opened = Mutex<HistoryStore?>(nil)

  package init(
    storedText: Settings.StoredText, opening open: @escaping @Sendable () throws(HistoryFailure) -> HistoryStore
  ) {
    self.storedText = storedText
    self.open = open
  }

  /// Returns the number of the entry; nil for a file that does not exist: it could not be listed later.
  @discardableResult
  package func keep(_ report: ScanReport, path: FilePath?) async throws(HistoryFailure) -> Int64? {
    if report.error?.code == .notFound { return nil }
    return try await history().append(report.stored(as: storedText), path: path)
  }

  private func history() throws(HistoryFailure) -> HistoryStore {
    try opened.withLock { opened throws(HistoryFailure) in
      if let opened { return opened }
      let store = try open()
      opened = store
      return store
    }
  }

  /// Closes the history; storing something opens it again.
  package func close() {
    opened.withLock { opened in
      opened?.close()
      opened = nil
    }
  }
}

extension ScanReport {
  /// By default private parts (card numbers, codes, passwords, addresses, links) are replaced by words for them.
  package func stored(as retention: Settings.StoredText) -> ScanReport {
    var report = self
    switch retention {
    case .full: break
    case .redacted: report = redacted()
    case .none:
      report.text = nil
      report.indicators = []
      report.ocr?.uncertain = []
      report.ocr?.repairs = []
      for index in report.evidence.indices {
        report.evidence[index].excerpt = ""
        if let action = evidence[index].codeAction { report.evidence[index].message = action.sentence }
      }
      // It is the explanation of a page of low risk, with other sentences behind it. Another fact never is, in full.
      let isDoubted = riskLevel == .low && isUnsure && evidence.contains { $0.rule == Item.payeeDoubtRule }
      if isDoubted || evidence.contains(where: { $0.isFact && $0.message == explanation }) {
        report.explanation = sayingWhatWasNotRead(RiskWording.payeeDoubt)
      }
      // They name companies, payees and amounts of the screenshot.
      report.evidence.removeAll(where: \.isFact)
      for index in codes?.indices ?? 0..<0 { report.codes?[index].payload = nil }
      report.facts = nil
    }
    return report
  }
}
