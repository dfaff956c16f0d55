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
