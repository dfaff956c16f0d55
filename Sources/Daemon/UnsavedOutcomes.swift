internal import History
internal import ScanModel
internal import SystemPackage

/// The outcome of a scan, which the user has seen and the history is to store.
struct ReportedOutcome {
  var scan: FinishedScan
  /// Nil if none is due.
  var alert: RaisedAlert?
}

/// Outcomes that could not be stored, kept until they can be, so that their files are neither lost nor scanned over and
/// over while the disk is full. If the daemon ends first, the next one scans the files again.
struct UnsavedOutcomes {
  struct Entry {
    /// Counts up, given by `keep`.
    fileprivate(set) var number: Int
    var file: KnownFile
    /// Nil if `outcomeCapacity` was reached.
    var outcome: ReportedOutcome?
  }

  /// Beyond this the oldest are forgotten, and their files are scanned again.
  private static let capacity = 10_000
  /// A choice: at 5 kB for a typical report these take 1 MB. Files beyond it are scanned again.
  private static let outcomeCapacity = 200
  private var entries: [FilePath: Entry] = [:]
  private var order: [FilePath] = []
  /// Of the next entry.
  private(set) var nextNumber = 0

  var isEmpty: Bool { entries.isEmpty }

  var all: [Entry] { order.compactMap { entries[$0] } }

  func holds(_ path: FilePath) -> Bool { entries[path] != nil }

  /// True if the file was scanned in exactly this state.
  func holds(_ file: KnownFile) -> Bool { entries[file.path]?.file.identity == file.identity }

  mutating func keep(_ outcome: ReportedOutcome) {
    let file = outcome.scan.file
    let entry = Entry(number: nextNumber, file: file, outcome: entries.count < Self.outcomeCapacity ? outcome : nil)
    nextNumber += 1
    if entries.updateValue(entry, forKey: file.path) == nil { order.append(file.path) }
    if order.count > Self.capacity { entries[order.removeFirst()] = nil }
  }

  /// Forgets an outcome that was kept before `nextNumber` was this: the history may have taken its time over it.
  mutating func forget(_ path: FilePath, keptBefore number: Int) {
    if let entry = entries[path], entry.number < number { forget(path) }
  }

  mutating func forget(_ path: FilePath) {
    guard entries.removeValue(forKey: path) != nil else { return }
    order.removeAll { $0 == path }
  }
}
