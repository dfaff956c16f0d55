package import ScanModel

/// A code of a page for judging: what it would do, and where it is.
package struct PageCode: Sendable, Hashable {
  package var kind: CodeKind
  package var content: CodeContent
  /// Bounds in pixels of the screenshot.
  package var box: PixelRect

  package init(kind: CodeKind, content: CodeContent, box: PixelRect) {
    self.kind = kind
    self.content = content
    self.box = box
  }

  /// Keeps what the code would do. Its payload, which may be a secret, goes no further.
  package init(_ code: RecognizedCode) {
    self.init(kind: code.kind, content: CodeContent(parsing: code.payload), box: code.box)
  }
}
