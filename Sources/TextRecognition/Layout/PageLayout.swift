package import ScanModel

/// Where the lines of text are, before any is read. Depends only on the image, so all shares get the same.
package struct PageLayout: Sendable, Hashable {
  /// A candidate line; it may turn out to hold no text.
  package struct Line: Sendable, Hashable {
    /// Position in the reading order, from 0.
    package var index: Int
    /// The text block of the line, numbered in reading order.
    package var block: Int
    /// In pixels of the screenshot.
    package var box: PixelRect

    package init(index: Int, block: Int, box: PixelRect) {
      self.index = index
      self.block = block
      self.box = box
    }
  }

  /// Size of the image in pixels.
  package var width: Int
  package var height: Int
  /// In reading order.
  package var lines: [Line]

  package init(width: Int, height: Int, lines: [Line]) {
    self.width = width
    self.height = height
    self.lines = lines
  }
}
