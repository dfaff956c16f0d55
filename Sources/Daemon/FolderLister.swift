internal import EventLog
internal import LinuxSystem
internal import Pipeline
internal import ScanModel
internal import ScreenshotLibrary
internal import SystemPackage

/// Lists folders off the loop. A listing that takes too long continues in the background and ends with an event.
@DaemonActor final class FolderLister {
  enum Listing: Sendable {
    case files([KnownFile])
    /// The folder cannot be listed; the watcher reports missing and unreadable folders.
    case failed
    /// The listing takes longer than `patience`, or an earlier one of this folder is still running.
    case late
  }

  /// How often folders are listed while anything waits, because events can be lost without notice.
  static let interval = Duration.seconds(60)

  private let events: DaemonEventQueue
  private let log: EventLog
  /// How long the loop waits for a listing. Many files on a slow disk take seconds; the watchdog allows 30.
  private let patience: Duration
  /// Nil if the folder cannot be listed. May block.
  private let list: @Sendable (FilePath) -> [KnownFile]?
  /// Folders whose listing continues in the background.
  private var unanswered: Set<FilePath> = []
  /// Folders to list again after that, and why.
  private var requested: [FilePath: ScanEvent.RescanReason] = [:]

  nonisolated init(
    events: DaemonEventQueue, log: EventLog, patience: Duration = .seconds(10),
    list: @escaping @Sendable (FilePath) -> [KnownFile]? = {
      try? ScreenshotListing.files(in: $0, includingHidden: true, includingDated: true)
    }
  ) {
    self.events = events
    self.log = log
    self.patience = patience
    self.list = list
  }

  /// Lists a folder. If that is already going on, it is listed again afterwards.
  func list(_ folder: FilePath, reason: ScanEvent.RescanReason) async -> Listing {
    guard !unanswered.contains(folder) else {
      requested[folder] = reason
      return .late
    }
    let listing = await BlockingIOPool(label: "folder-listing").run(within: patience) { [list] in
      list(folder)
    } late: { [events] listing in
      events.send(.listedLate(folder, listing, reason))
    }
    guard let listing else {
      unanswered.insert(folder)
      return .late
    }
    return listing.map { .files($0) } ?? .failed
  }

  /// Returns why the folder has to be listed again, after a late listing has ended; nil if it need not be.
  func noteLateListing(of folder: FilePath) -> ScanEvent.RescanReason? {
    unanswered.remove(folder)
    return requested.removeValue(forKey: folder)
  }

  /// Records in the event log whether the screenshots in a folder can be read.
  func recordAccess(to folder: FilePath) async {
    let record = { @Sendable [log] in log.record(.permissionCheck(status: $0), scanID: nil) }
    let pool = BlockingIOPool(label: "folder-listing")
    let access = await pool.run(within: patience, { FolderAccess.check(folder) }, late: record)
    if let access { record(access) }
  }
}

extension RescanReason {
  var event: ScanEvent.RescanReason {
    switch self {
    case .overflow: .overflow
    case .folderAppeared, .folderReplaced, .folderReadable: .folderChanged
    case .polling: .periodic
    case .resumed: .resumed
    }
  }
}
