package import ScanModel
package import SystemPackage

/// The result of one check.
package struct Finding: Sendable {
  package enum Result: Sendable {
    case fine(Message)
    /// Works, but the user may want to know.
    case notice(Message, remedy: Message)
    case failed(ScanFailure)
  }

  package static let watcherTopic = "Watcher"

  /// A fix for a finding that a program can offer.
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

  init(topic: String, result: Result, fix: Fix? = nil, engineVersion: String? = nil) {
    self.topic = topic
    self.result = result
    self.fix = fix
    self.engineVersion = engineVersion
  }

  package var isFine: Bool { if case .fine = result { true } else { false } }

  package var failure: ScanFailure? {
    if case .failed(let failure) = result { failure } else { nil }
  }
}
