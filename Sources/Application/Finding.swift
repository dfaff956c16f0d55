package import ScanModel
package import SystemPackage

/// What one check found out.
package struct Finding: Sendable {
  package enum Result: Sendable {
    case fine(String)
    /// Works, but the user may want to know.
    case notice(String, remedy: String)
    case failed(ScanFailure)
  }

  package static let watcherTopic = "Watcher"

  /// What a program can do about a finding itself.
  package enum Fix: Sendable, Hashable {
    case startWatcher, restartWatcher, enableScanning
    /// Another folder in the place of this one; nil where there is none.
    case chooseFolder(FilePath?)
  }

  package var topic: String
  package var result: Result
  package var fix: Fix?
  /// Of Tesseract, where it has just read something.
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
