internal import Foundation
package import RiskAnalysis
package import ScanModel
package import SystemPackage

package struct Finding: Sendable {
  package enum Result: Sendable {
    case fine(Message)
    /// Works, but the user may want to know.
    case notice(Message, remedy: Message)
    case failed(ScanFailure)
  }

  package static let watcherTopic = "Watcher"

  package enum Fix: Sendable, Hashable {
    case startWatcher, restartWatcher, enableScanning
    /// Replace this folder by another one; nil if there is none.
    case chooseFolder(FilePath?)
  }

  package var topic: String
  package var result: Result
  package var fix: Fix?
  /// Version of Tesseract, if the check ran it.
  package var engineVersion: String?

  package var isFine: Bool { if case .fine = result { true } else { false } }

  package var failure: ScanFailure? { if case .failed(let failure) = result { failure } else { nil } }
}

extension Finding {
  /// The result of a check that fails with what it throws.
  init(topic: String, _ check: () async throws(ScanFailure) -> Result) async {
    do {
      self.init(topic: topic, result: try await check())
    } catch {
      self.init(topic: topic, result: .failed(error))
    }
  }
}

/// The age of the rules: scams change, and outdated rules miss new ones.
package enum RuleFreshness {
  /// Half a year (REQUIREMENTS A8).
  private static let staleAfterDays = 180
  package static let remedy: Message = "Update ocr-scan to get newer ones."

  package static func warning(_ pack: RulePack) -> Message? {
    guard let made = ReportTime.date(from: "\(pack.date)T00:00:00.000Z") else { return nil }
    let days = Int(Date().timeIntervalSince(made) / 86_400)
    return days > staleAfterDays ? "\(days) days old" : nil
  }
}
