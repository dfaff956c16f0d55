internal import ImageContainers
package import ScreenshotLibrary
package import SystemPackage

/// Reads the bytes of a screenshot, once.
package struct IntakeStage: Sendable {
  package enum Source: Sendable {
    /// The user named it, so symbolic links are followed.
    case named(FilePath)
    /// The program found it in a folder, where a symbolic link could point to any file of the user.
    case found(FilePath)
    case standardInput(Int32)
    case bytes([UInt8])

    /// The file was there a moment ago.
    var wasAnnounced: Bool { if case .found = self { true } else { false } }
  }

  /// Larger files are refused before anything is read.
  package let maximumBytes: Int64

  package init(maximumBytes: Int64) { self.maximumBytes = maximumBytes }

  /// Reads the bytes. Blocks: a network file system may not answer.
  package func run(_ source: Source) throws(IntakeFailure) -> ScreenshotContent {
    switch source {
    case .named(let path): try ScreenshotIntake.read(path, maximumBytes: maximumBytes, followSymlinks: true)
    case .found(let path): try ScreenshotIntake.read(path, maximumBytes: maximumBytes, followSymlinks: false)
    case .standardInput(let descriptor):
      try ScreenshotIntake.read(standardInput: descriptor, maximumBytes: maximumBytes)
    case .bytes(let bytes): try ScreenshotIntake.hold(bytes, maximumBytes: maximumBytes)
    }
  }
}

extension ScreenshotContent {
  /// The picture ends too early; it is probably still being written.
  package var isIncomplete: Bool { (try? withBytes { ImageContainer.defect(of: $0) }) == .truncated }
}
