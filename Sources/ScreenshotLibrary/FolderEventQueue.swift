internal import Synchronization

/// The events that wait for their reader. Bounded, because a slow reader must not cost memory.
///
/// When the queue is full, or the kernel's was, all events are replaced by one request to list each folder. A listing that
/// starts after them finds everything that they announced, so however often events are lost while the reader is busy, it
/// lists each folder once.
final class FolderEventQueue: Sendable {
  private struct State {
    private var events: [FolderEvent] = []
    /// How many of `events` have been read. They are removed in bulk, because each removal moves all others.
    private var readCount = 0
    var isFinished = false
    var reader: CheckedContinuation<FolderEvent?, Never>?

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

  /// Events in memory, read ones included.
  var storedCount: Int { state.withLock { $0.storedCount } }

  /// Adds events in order.
  /// - Parameters:
  ///   - events: The new events.
  ///   - hasLost: Whether others were lost before the reader could have them.
  ///   - summary: Replaces everything that is pending, if events were lost or there are too many.
  func append(_ events: [FolderEvent], hasLost: Bool = false, summary: () -> [FolderEvent]) {
    let wakeUp = state.withLock { state -> (CheckedContinuation<FolderEvent?, Never>, FolderEvent)? in
      guard !state.isFinished else { return nil }
      for event in events where state.pending.last != event {
        state.append(event)
      }
      if hasLost || state.pending.count > capacity {
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
      let reader = state.withLock { state in
        defer { state.reader = nil }
        return state.reader
      }
      reader?.resume(returning: nil)
    }
  }
}
