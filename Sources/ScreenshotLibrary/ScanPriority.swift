package import ScanModel
internal import SystemPackage

/// Which of several files that appeared together is scanned first, judged by name and size without opening them.
package enum ScanPriority {
  /// Sizes in bytes of most screenshots with text: a line of text takes a thousand, a full 4K screen up to eight
  /// million. Larger files are mostly photographs, which take long to read and seldom hold a message.
  private static let usualSizes: ClosedRange<Int64> = 1_000...8_000_000

  /// - Returns: 0 for a file with the name and the size of a screenshot, 1 for one with either, 2 for all others.
  package static func rank(_ file: KnownFile) -> Int {
    let name = file.path.lastComponent.map { Array($0.string.utf8) } ?? []
    return (ScreenshotNamePatterns.isOfScreenshot(name) ? 0 : 1) + (usualSizes.contains(file.identity.size) ? 0 : 1)
  }
}
