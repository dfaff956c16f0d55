package import EventLog
package import ScreenshotLibrary

extension FolderAccess {
  /// The state in the words of the event log.
  package var event: ScanEvent.Access {
    switch self {
    case .authorized: .authorized
    case .limited: .limited
    case .denied: .denied
    case .notDetermined: .notDetermined
    }
  }
}
