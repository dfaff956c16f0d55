internal import ScanModel
internal import SystemPackage

/// Outcomes that could not be stored. They are kept until they can be, so that their files are neither lost nor scanned
/// over and over while the disk is full. If the daemon ends first, the next one scans the files again.
struct UnsavedOutcomes {
  struct Outcome {
    /// Counts up, given by `keep`.
    fileprivate(set) var number = 0
    var file: KnownFile
    /// As the history may keep it; nil if `reportCapacity` was reached.
    var report: ScanReport?
    /// Tells whether its notification was shown; nil without a notification.
    var notification: Task<Bool, Never>?
    /// See `FinishedScan`.
    var quarantinedFrom: String?

    init(
      file: KnownFile, report: ScanReport?, notification: Task<Bool, Never>? = nil,
      quarantinedFrom engine: String? = nil
    ) {
      self.file = file
      self.report = report
      self.notification = notification
      quarantinedFrom = engine
    }
  }

  /// Beyond this the oldest are forgotten, and their files are scanned again.
  private static let capacity = 10_000
  /// A choice: at 5 kB for a typical report these take 1 MB. Files beyond it are scanned again.
  private static let reportCapacity = 200
  private var outcomes: [FilePath: Outcome] = [:]
  private var order: [FilePath] = []
  /// Of the next outcome that is kept.
  private(set) var nextNumber = 0

  var isEmpty: Bool { outcomes.isEmpty }

  /// Oldest first.
  var all: [Outcome] { order.compactMap { outcomes[$0] } }

  func holds(_ path: FilePath) -> Bool { outcomes[path] != nil }

  /// True if the file was scanned in exactly this state.
  func holds(_ file: KnownFile) -> Bool { outcomes[file.path]?.file.identity == file.identity }

  mutating func keep(_ outcome: Outcome) {
    var outcome = outcome
    outcome.number = nextNumber
    nextNumber += 1
    if outcomes.count >= Self.reportCapacity { outcome.report = nil }
    if outcomes.updateValue(outcome, forKey: outcome.file.path) == nil { order.append(outcome.file.path) }
    if order.count > Self.capacity { outcomes[order.removeFirst()] = nil }
  }

  /// Forgets the outcome of a file unless it was kept later: the history may have taken its time over the one before.
  /// - Parameters:
  ///   - path: Of the file.
  ///   - number: A `nextNumber`.
  mutating func forget(_ path: FilePath, keptBefore number: Int) {
    if let outcome = outcomes[path], outcome.number < number { forget(path) }
  }

  mutating func forget(_ path: FilePath) {
    guard outcomes.removeValue(forKey: path) != nil else { return }
    order.removeAll { $0 == path }
  }
}
