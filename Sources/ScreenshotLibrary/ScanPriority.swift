package import ScanModel
internal import SystemPackage

/// Which of several files that appeared together is looked at first: a cheap look at name and size, without reading.
package enum ScanPriority {
  /// Bytes of most screenshots that hold text: a line of it takes a thousand, a full 4K screen up to eight million. Larger
  /// ones are mostly photographs, which take long to read and seldom hold a message.
  private static let usualSizes: ClosedRange<Int64> = 1_000...8_000_000

  /// - Returns: 0 for a file with the name and the size of a screenshot, 1 for one with either, 2 for the rest.
  package static func rank(_ file: KnownFile) -> Int {
    let name = file.path.lastComponent.map { Array($0.string.utf8) } ?? []
    return (ScreenshotNamePatterns.isOfScreenshot(name) ? 0 : 1) + (usualSizes.contains(file.identity.size) ? 0 : 1)
  }
}
