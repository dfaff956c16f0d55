internal import Synchronization
internal import SystemPackage

/// The events of all folders that wait for their reader, bounded, because a slow reader must not cost memory.
///
/// When the queue is full, or the kernel's was, all events of a folder are replaced by one request to list it, and a
/// listing finds what they announced. So a busy reader lists each folder once, however often events are lost.
final class FolderEventQueue: Sendable {
  private struct Entry {
    let event: FolderEvent
    /// The number of the folder that it is from; nil if it is about all of them.
    let source: Int?
  }

  private struct State {
    private(set) var entries: [Entry] = []
    /// How many of `entries` have been read. They are removed in bulk, because each removal moves all others.
    private var readCount = 0
    var isFinished = false
    var reader: CheckedContinuation<FolderEvent?, Never>?
    var isReady = false
    /// Folders that nobody has looked at yet.
    var unready: Set<Int>
    /// Folders that an inotify limit keeps from being watched.
    var limited: Set<Int> = []

    init(unready: Set<Int>) { self.unready = unready }

    var pending: ArraySlice<Entry> { entries[readCount...] }

    mutating func append(_ event: FolderEvent, from source: Int?) {
      guard pending.last?.event != event else { return }
      if readCount > entries.count / 2 {
        entries.removeFirst(readCount)
        readCount = 0
      }
      entries.append(Entry(event: event, source: source))
    }

    /// Replaces what is pending of a folder.
    mutating func replace(from source: Int, by new: [FolderEvent]) {
      entries = pending.filter { $0.source != source } + new.map { Entry(event: $0, source: source) }
      readCount = 0
    }

    mutating func takeFirst() -> FolderEvent? {
      guard readCount < entries.count else { return nil }
      let event = entries[readCount].event
      readCount += 1
      if readCount == entries.count {
        entries = []
        readCount = 0
      }
      return event
    }

    mutating func becomeReady() {
      isReady = true
      append(.ready, from: nil)
    }
  }

  private let state: Mutex<State>
  private let capacity: Int
  private let folders: [FilePath]

  /// Each folder is a source of events, by its number. If more events wait than `capacity`, at least 1, those of the
  /// next folder that has some become its summary.
  init(capacity: Int, folders: [FilePath]) {
    self.capacity = capacity
    self.folders = folders
    state = Mutex(State(unready: Set(folders.indices)))
  }

  /// Events in memory, read ones included.
  var storedCount: Int { state.withLock { $0.entries.count } }

  /// Adds a folder's events in order. `.ready` is passed on once all folders have said it, and a limit of inotify until
  /// it holds for none. If events were lost or are too many, the summary replaces all that is pending of the folder.
  func append(_ events: [FolderEvent], from source: Int, hasLost: Bool = false, summary: [FolderEvent]) {
    change { state in
      let folder = folders[source]
      for event in events {
        switch event {
        case .ready:
          state.unready.remove(source)
          if state.isReady, !events.contains(.folderMissing(folder)), !events.contains(.folderUnreadable(folder)) {
            // It was silent.
            state.append(.rescanNeeded(folder: folder, reason: .folderAppeared), from: source)
          }
          if !state.isReady, state.unready.isEmpty { state.becomeReady() }
        case .watchLimitReached:
          if state.limited.isEmpty || state.limited == [source] { state.append(event, from: nil) }
          state.limited.insert(source)
        case .watchLimitLifted:
          if state.limited.remove(source) != nil, state.limited.isEmpty { state.append(event, from: nil) }
        default: state.append(event, from: source)
        }
      }
      if hasLost || state.pending.count > capacity { state.replace(from: source, by: summary) }
    }
  }

  /// Says that the other folders are ready if some have not answered yet.
  func stopWaiting() {
    change { state in
      guard !state.isReady else { return }
      for source in state.unready.sorted() { state.append(.folderSilent(folders[source]), from: source) }
      state.becomeReady()
    }
  }

  /// Changes the state unless the queue has ended, and gives the reader that waits the first event, if there is one.
  private func change(_ body: (inout State) -> Void) {
    let wakeUp = state.withLock { state -> (reader: CheckedContinuation<FolderEvent?, Never>, event: FolderEvent)? in
      guard !state.isFinished else { return nil }
      body(&state)
      guard let reader = state.reader, let first = state.takeFirst() else { return nil }
      state.reader = nil
      return (reader, first)
    }
    if let wakeUp { wakeUp.reader.resume(returning: wakeUp.event) }
  }

  var isFinished: Bool { state.withLock { $0.isFinished } }

  /// Ends the queue; what is pending can still be read.
  func finish() {
    let reader = state.withLock { state in
      state.isFinished = true
      return state.reader.take()
    }
    reader?.resume(returning: nil)
  }

  /// The next event, as soon as there is one; nil at the end or when the task is cancelled. One reader at a time.
  func next() async -> FolderEvent? {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let event = state.withLock { state -> FolderEvent?? in
          if let first = state.takeFirst() { return .some(first) }
          if state.isFinished || Task.isCancelled { return .some(nil) }
          state.reader = continuation
          return nil
        }
        if let event { continuation.resume(returning: event) }
      }
    } onCancel: {
      state.withLock { $0.reader.take() }?.resume(returning: nil)
    }
  }
}
