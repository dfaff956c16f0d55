internal import EventLog
internal import FoundationEssentials
internal import History
internal import Pipeline
internal import ScanModel
internal import SystemPackage

// A disk that is full, read-only or locked now may not be so later. Until then screenshots are scanned and alerts are
// shown all the same; what could not be written is kept, and what was passed over is found by listing the folders.
extension ScanDaemon {
  /// Puts back what was being scanned when the last run ended, sets aside what ended it twice, and gives what an earlier
  /// engine could not read another chance.
  /// - Returns: False if the history has to be opened anew.
  /// - Throws: `ScanFailure` of the storage.
  func recover() async throws(ScanFailure) -> Bool {
    do {
      _ = try await parts.history.releaseQuarantine(exceptFrom: parts.engine)
      for pending in try await parts.history.recover() where pending.attempts >= Self.maximumAttempts {
        await setAside(pending.file)
      }
      return true
    } catch {
      guard Self.meansLoss(error) else { throw error.scanFailure }
      return false
    }
  }

  /// The history did not do what it was asked.
  func noteHistory(_ failure: HistoryFailure) {
    mustRescan = true
    if Self.meansLoss(failure) { inbox.yield(.historyLost) }
    noteTrouble(\.history, failure.scanFailure)
    guard historyRetry == nil else { return }
    var backoff = Backoff(first: .seconds(1), longest: .seconds(30))
    historyRetry = (.now + backoff.pause(), backoff)
  }

  /// Damage, or a file that is not there any more, does not get better by waiting.
  private static func meansLoss(_ failure: HistoryFailure) -> Bool {
    failure.code == .corrupt || failure.code == .unavailable
  }

  /// Writes what could not be written, once the time has come to try again, and lists the folders if that works.
  func retryHistory() async {
    guard var retry = historyRetry, retry.due <= .now else { return }
    retry.due = .now + retry.backoff.pause()
    historyRetry = retry
    guard await saveUnsaved() else { return }
    do {
      // Marks of scans that have ended but whose end could not be written.
      if running == nil { _ = try await parts.history.recover() }
    } catch {
      return
    }
    mustRescan = false
    for folder in parts.folders { await rescan(folder, reason: .periodic) }
    guard !mustRescan else { return }
    historyRetry = nil
    troubles.history = nil
  }

  /// Returns whether there is nothing left to write.
  @discardableResult
  func saveUnsaved() async -> Bool {
    for outcome in unsaved.all {
      if let report = outcome.report {
        do {
          _ = try await parts.history.finish(
            report, of: outcome.file, alerted: outcome.wasAlerted, quarantinedFrom: outcome.quarantinedFrom)
        } catch {
          return false
        }
      }
      unsaved.forget(outcome.file.path)
    }
    return true
  }
}
