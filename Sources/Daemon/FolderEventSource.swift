internal import ScreenshotLibrary

/// Reports what happens in the watched folders; the real one is `FolderWatcher`.
protocol FolderEventSource: Sendable {
  /// For a single reader; ends after `stop()`.
  var events: AsyncStream<FolderEvent> { get }
  func verifyFolders()
  func stop()
}

extension FolderWatcher: FolderEventSource {}

extension FolderEventSource {
  /// Forwards hints one at a time, because the watcher's queue is bounded and the loop's is not.
  /// - Parameters:
  ///   - events: Receives the hints.
  ///   - handled: Yields when the last hint has been handled.
  /// - Returns: The task to cancel to stop forwarding.
  func forward(to events: DaemonEventQueue, oneEach handled: AsyncStream<Void>) -> Task<Void, Never> {
    Task {
      var turns = handled.makeAsyncIterator()
      for await event in self.events {
        events.send(.folder(event))
        guard await turns.next() != nil else { return }
      }
    }
  }
}
