internal import Synchronization

/// The events that wait for their reader: bounded, because a slow reader must not cost memory.
///
/// When it is full, all hints are thrown away for one request to list each folder: a listing that starts later than
/// all of them finds everything that they announced.
final class FolderEventQueue: Sendable {
  private struct State {
    private var events: [FolderEvent] = []
    /// How many of `events` have been read; they go many at a time, because removing one moves all others.
    private var readCount = 0
    var isFinished = false
    var reader: CheckedContinuation<FolderEvent?, Never>?

    /// How many events are kept, read or not.
    var storedCount: Int { events.count }

    var pending: ArraySlice<FolderEvent> { events[readCount...] }

    mutating func append(_ event: FolderEvent) {
      if readCount > events.count / 2 {
        events.removeFirst(readCount)
        readCount = 0
      }
      events.append(event)
    }

    mutating func replace(by new: [FolderEvent]) {
      events = new
      readCount = 0
    }

    mutating func takeFirst() -> FolderEvent? {
      guard readCount < events.count else { return nil }
      let event = events[readCount]
      readCount += 1
      if readCount == events.count { replace(by: []) }
      return event
    }
  }

  private let state = Mutex(State())
  private let capacity: Int

  /// - Parameter capacity: At least 1.
  init(capacity: Int) {
    self.capacity = capacity
  }

  /// How many events take up memory.
  var storedCount: Int { state.withLock { $0.storedCount } }

  /// Adds events in order; `summary` says what replaces all that is pending if there are too many.
  func append(_ events: [FolderEvent], summary: () -> [FolderEvent]) {
    let wakeUp = state.withLock { state -> (CheckedContinuation<FolderEvent?, Never>, FolderEvent)? in
      guard !state.isFinished else { return nil }
      for event in events where state.pending.last != event {
        state.append(event)
      }
      if state.pending.count > capacity {
        let kept = state.pending.contains(.ready) ? [FolderEvent.ready] : []
        state.replace(by: kept + summary())
      }
      guard let reader = state.reader, let first = state.takeFirst() else { return nil }
      state.reader = nil
      return (reader, first)
    }
    if let (reader, event) = wakeUp { reader.resume(returning: event) }
  }

  /// Ends the queue; what is pending can still be read.
  func finish() {
    let reader = state.withLock { state in
      state.isFinished = true
      defer { state.reader = nil }
      return state.reader
    }
    reader?.resume(returning: nil)
  }

  /// The next event, as soon as there is one; nil at the end, or when the task is cancelled. One reader at a time.
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
      let reader = state.withLock { state in
        defer { state.reader = nil }
        return state.reader
      }
      reader?.resume(returning: nil)
    }
  }
}
