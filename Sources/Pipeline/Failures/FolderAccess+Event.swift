package import EventLog
package import ScreenshotLibrary

extension FolderAccess {
  /// The state as the event log names it.
  package var event: ScanEvent.Access {
    switch self {
    case .authorized: .authorized
    case .limited: .limited
    case .denied: .denied
    case .notDetermined: .notDetermined
    }
  }
}
