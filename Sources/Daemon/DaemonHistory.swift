internal import FoundationEssentials
internal import History
internal import LinuxSystem
internal import ScanModel
internal import Settings
internal import Synchronization
internal import SystemPackage

/// Returns the history, or throws why it cannot be used.
typealias HistoryAccess = @Sendable () throws(HistoryFailure) -> HistoryStore

/// The history of one daemon. If it could not be opened at the start (the disk is full, read-only, or not there), the
/// daemon goes on as with any history that fails: it scans, warns, and keeps the outcomes.
final class DaemonHistory: Sendable {
  private let state: Mutex<Result<HistoryStore, HistoryFailure>>
  private let open: @Sendable () async throws(HistoryFailure) -> HistoryStore

  init(
    _ opened: Result<HistoryStore, HistoryFailure>,
    reopening open: @escaping @Sendable () async throws(HistoryFailure) -> HistoryStore
  ) {
    self.open = open
    state = Mutex(opened.mapError(Self.temporary))
  }

  /// The failure without a code that means that the history has to be opened anew, because that is being tried.
  private static func temporary(_ failure: HistoryFailure) -> HistoryFailure {
    HistoryFailure(.save, subject: failure.subject, detail: failure.detail)
  }

  /// - Throws: Why it is not open.
  @Sendable func store() throws(HistoryFailure) -> HistoryStore { try state.withLock { $0 }.get() }

  var opened: HistoryStore? { try? store() }

  /// Tries again to open it, and returns whether it is open now; not to be called again before.
  @Sendable func tryOpening() async -> Bool {
    if opened != nil { return true }
    let result = await Result(of: open).mapError(Self.temporary)
    state.withLock { $0 = result }
    return opened != nil
  }

  func close() { opened?.close() }
}

extension Result {
  init(isolation: isolated (any Actor)? = #isolation, of body: () async throws(Failure) -> Success) async {
    do {
      self = .success(try await body())
    } catch {
      self = .failure(error)
    }
  }
}

/// Opens the history for a daemon. A damaged one is kept, and a new one begun with what can be read of it.
struct HistoryOpener: Sendable {
  let directories: XDGDirectories
  /// Whether links in entries of earlier versions stay whole.
  let keepsLinks: Bool
  let output: DaemonOutput
  let notify: @Sendable (FailureDescription) -> Void
  /// Where the disk is waited for. One for all openers: two must not open at once.
  let disk: BlockingIOPool
  /// How long each opening may take, with bringing a large history up to date. There may be three, and a start may take
  /// 90 s (systemd.service(5), TimeoutStartSec).
  var patience = Duration.seconds(20)

  /// Opens it, for up to ten seconds if another program is using it. With `mustCheck` all of it is read, because it may
  /// be damaged without that being noticed. The history is the caller's to close.
  /// - Throws: `HistoryFailure`; with `.unavailable` another try may work: a disk that is not there yet, or is full.
  func open(checking mustCheck: Bool) async throws(HistoryFailure) -> HistoryStore {
    let opening = { @Sendable [directory = directories.data, keepsLinks] in
      Result { () throws(HistoryFailure) -> (HistoryStore, damaged: [FilePath]) in
        try HistoryStore.checkWriting(in: directory, needsRoom: false)
        if mustCheck { _ = try HistoryStore.setAside(in: directory, at: Date()) }
        let history = try HistoryStore(in: directory, keepsLinks: keepsLinks, losesPatience: true)
        // Those that have yet to be salvaged: one now, or those of runs that were ended before they could.
        return (history, try history.unsalvaged())
      }
    }
    // While one that is late goes on, no other begins.
    guard disk.hasFreeLane, let attempt = await disk.run(within: patience, opening) else {
      throw HistoryFailure(.unavailable, detail: ScanFailure.silentDisk)
    }
    do {
      let (history, damaged) = try attempt.get()
      if !damaged.isEmpty { try await rebuild(history, from: damaged) }
      return history
    } catch {
      // Either it is not there, so that there is nothing to check, or it is damaged, which has to be checked.
      guard mustCheck == (error.code == .missing), [.missing, .corrupt].contains(error.code) else { throw error }
    }
    return try await open(checking: !mustCheck)
  }

  /// Fills a new history from damaged ones, and tells the user. What cannot be copied now, because the disk is full, is
  /// left to the next start; the new history is used meanwhile.
  private func rebuild(_ history: HistoryStore, from kept: [FilePath]) async throws(HistoryFailure) {
    let failure = FailureCatalog.describe(ScanFailure(.corruptData, subject: "\(directories.historyFile.displayName)"))
    var isTold = false
    for damaged in kept {
      var salvaged: Salvaged?
      do {
        salvaged = try await history.salvage(from: damaged)
      } catch {
        guard error.code == .save else { throw error }
      }
      if salvaged?.isPutOff == true { continue }
      if !isTold {
        output.failure(failure)
        notify(failure)
      }
      isTold = true
      guard let salvaged else { continue }
      output.note(
        "The damaged history was set aside as \(damaged.displayName); \(salvaged.entries) of its entries could be read "
          + "and are in the new one.")
    }
  }
}
