internal import ScanModel

/// Limits vain attempts to read lines in scripts that the page has not shown. Icons and photographs, of which a page may have
/// hundreds, are hard to read in any language.
struct ScriptAttemptLimit {
  /// The number of failed attempts allowed for each script, and the share of all work that further ones may take.
  private static let freeFailures = 2
  private static let failureShare = 0.05

  /// All work so far, in pixels of width, to which the time to read a line is proportional.
  var work = 0
  private var failedWork = 0
  private var failures: [WritingSystem: Int] = [:]

  func allows(_ system: WritingSystem) -> Bool {
    failures[system, default: 0] < Self.freeFailures || Double(failedWork) <= Self.failureShare * Double(work)
  }

  mutating func noteFailure(_ system: WritingSystem, width: Int) {
    failures[system, default: 0] += 1
    failedWork += width
  }
}
