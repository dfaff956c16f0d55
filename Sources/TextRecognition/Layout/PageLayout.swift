package import ScanModel

/// Where lines of text stand in a picture, before any is read. Depends on nothing but the picture, so that all
/// shares find the same.
package struct PageLayout: Sendable, Hashable {
  /// A line that will be tried; it may turn out to hold no text.
  package struct Line: Sendable, Hashable {
    /// Place in the reading order, from 0.
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

  /// Size of the picture in pixels.
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
