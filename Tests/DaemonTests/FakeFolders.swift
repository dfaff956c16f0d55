import ScreenshotLibrary
import Synchronization

@testable import Daemon

/// Watched folders whose events come from the test.
final class FakeFolders: FolderEventSource {
  let events: AsyncStream<FolderEvent>
  private let sent: AsyncStream<FolderEvent>.Continuation
  private let verifications = Mutex(0)

  init() { (events, sent) = AsyncStream.makeStream(of: FolderEvent.self) }

  var verificationCount: Int { verifications.withLock { $0 } }
  func send(_ event: FolderEvent) { sent.yield(event) }
  func verifyFolders() { verifications.withLock { $0 += 1 } }
  func stop() { sent.finish() }
}
