internal import ScreenshotLibrary

/// Tells what happens in the watched folders; the real one is `FolderWatcher`.
protocol FolderEventSource: Sendable {
  /// For one reader; ends after `stop()`.
  var events: AsyncStream<FolderEvent> { get }
  func verifyFolders()
  func stop()
}

extension FolderWatcher: FolderEventSource {}

extension FolderEventSource {
  /// Forwards hints one at a time: the watcher's own queue is bounded, that of the loop is not.
  /// - Parameters:
  ///   - events: Where they go.
  ///   - handled: Yields when the last one has been handled.
  /// - Returns: What is to be cancelled to end it.
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
