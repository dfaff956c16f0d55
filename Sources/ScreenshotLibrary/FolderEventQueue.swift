internal import Synchronization
internal import SystemPackage

/// The events of all folders that wait for their reader. When the queue is full, or the kernel's was, all events of a
/// folder are replaced by one request to list it, so a busy reader lists it once, however often events are lost.
final class FolderEventQueue: Sendable {
  private struct Entry {
    let event: FolderEvent
    /// The number of the folder that it is from; nil if it is about all of them.
    let source: Int?
  }

  private struct State {
    private(set) var pending: [Entry] = []
    var isFinished = false
    var isReady = false
    var unready: Set<Int>
    var limited: Set<Int> = []

    init(unready: Set<Int>) { self.unready = unready }

    mutating func append(_ event: FolderEvent, from source: Int?) {
      if pending.last?.event != event { pending.append(Entry(event: event, source: source)) }
    }

    mutating func replace(from source: Int, by new: [FolderEvent]) {
      pending = pending.filter { $0.source != source } + new.map { Entry(event: $0, source: source) }
    }

    mutating func takeFirst() -> FolderEvent? { pending.isEmpty ? nil : pending.removeFirst().event }

    mutating func becomeReady() {
      isReady = true
      append(.ready, from: nil)
    }
  }

  private let state: Mutex<State>
  private let wakeUps = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
  private let capacity: Int
  private let folders: [FilePath]

  /// If more events wait than `capacity`, at least 1, those of the next folder that has some become its summary.
  init(capacity: Int, folders: [FilePath]) {
    self.capacity = capacity
    self.folders = folders
    state = Mutex(State(unready: Set(folders.indices)))
  }

  var storedCount: Int { state.withLock { $0.pending.count } }

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

  /// Changes the state unless the queue has ended, and wakes the reader.
  private func change(_ body: (inout State) -> Void) {
    state.withLock { if !$0.isFinished { body(&$0) } }
    wakeUps.continuation.yield()
  }

  var isFinished: Bool { state.withLock { $0.isFinished } }

  /// What is pending can still be read.
  func finish() {
    state.withLock { $0.isFinished = true }
    wakeUps.continuation.finish()
  }

  /// The next event, as soon as there is one; nil at the end, and once a task that waits is cancelled. One reader at a
  /// time.
  func next() async -> FolderEvent? {
    var iterator = wakeUps.stream.makeAsyncIterator()
    repeat {
      if let event = state.withLock({ $0.takeFirst() }) { return event }
    } while await iterator.next() != nil
    return nil
  }
}
