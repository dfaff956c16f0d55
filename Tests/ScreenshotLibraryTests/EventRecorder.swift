import ScreenshotLibrary
import Synchronization
import SystemPackage
import TestSupport
import Testing

/// Collects a watcher's events in a list that tests can wait on.
final class EventRecorder: Sendable {
  private let state = Mutex((events: [FolderEvent](), hasEnded: false))
  private let watcher: FolderWatcher

  init(_ watcher: FolderWatcher) {
    self.watcher = watcher
    let events = watcher.events
    Task { [weak self] in
      for await event in events { self?.state.withLock { $0.events.append(event) } }
      self?.state.withLock { $0.hasEnded = true }
    }
  }

  /// Records what a new watcher of folders says, from the moment at which it watches them.
  static func watching(
    _ folders: [FilePath], options: FolderWatcher.Options = FolderWatcher.Options()
  ) async throws -> EventRecorder {
    let recorder = EventRecorder(try FolderWatcher(folders: folders, options: options))
    try await recorder.expect(.ready)
    return recorder
  }

  deinit {
    watcher.stop()
  }

  var events: [FolderEvent] { state.withLock { $0.events } }

  var hasEnded: Bool { state.withLock { $0.hasEnded } }

  /// Forgets the events so far.
  func clear() {
    state.withLock { $0.events = [] }
  }

  /// Waits for an event; records a failure after ten seconds.
  func expect(_ event: FolderEvent, sourceLocation: SourceLocation = #_sourceLocation) async throws {
    try await expect("\(event)", sourceLocation: sourceLocation) { $0.contains(event) }
  }

  /// Waits until the events meet a condition; records a failure after ten seconds.
  func expect(
    _ comment: String, sourceLocation: SourceLocation = #_sourceLocation, _ condition: ([FolderEvent]) -> Bool
  ) async throws {
    if try await eventually({ condition(self.events) }) { return }
    Issue.record("\(comment) did not come, but \(events.suffix(20))", sourceLocation: sourceLocation)
  }
}

/// Waits until a condition holds; returns false after ten seconds.
func eventually(_ condition: () -> Bool) async throws -> Bool {
  do {
    try await TestSupport.eventually(within: .seconds(10)) { condition() }
    return true
  } catch is NeverHappened {
    return false
  }
}
