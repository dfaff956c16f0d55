package import ScanModel
package import ScreenshotLibrary

extension ScreenshotCollection {
  /// Says why nothing can be fetched from any of the folders.
  /// - Parameter awaited: Which folders were looked into, and why.
  /// - Returns: The failure; nil if something can be fetched.
  package func failure(awaited: [ScreenshotFolders.Choice]) -> ScanFailure? {
    switch access {
    case .authorized, .limited: nil
    case .denied: ScanFailure(.permissionDenied, subject: folders.first { $0.access == .denied }?.path.displayName)
    // Only a configured folder is worth naming: the default ones may never have existed.
    case .notDetermined:
      ScanFailure(.folderNotFound, subject: awaited.first { $0.origin == .configured }?.folder.displayName)
    }
  }

  /// There are folders, and no screenshots.
  package var nothingFound: ScanFailure {
    let names = folders.filter { $0.access != .notDetermined }.map(\.path.displayName)
    return ScanFailure(
      .notFound, subject: names.joined(separator: ", "),
      detail: names.count == 1 ? ScanFailure.noScreenshot : ScanFailure.noScreenshots)
  }
}
