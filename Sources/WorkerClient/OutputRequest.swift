package import LinuxSystem
internal import ScanModel
package import WorkerProtocol

/// A request whose result the worker writes into a file of fixed size that the client gives it.
protocol OutputRequest: Sendable {
  /// Most bytes of the result. Pages that nobody writes to take no memory.
  var capacity: Int { get }

  func frame(request: UInt64) -> Frame

  /// Size in bytes of the result that a message announces; nil if it does not answer this request.
  func byteCount(announcedBy message: WorkerMessage) -> Int?
}

extension AnnotationRequest: OutputRequest {
  func byteCount(announcedBy message: WorkerMessage) -> Int? {
    if case .annotated(let byteCount) = message { byteCount } else { nil }
  }
}

extension RenderingRequest: OutputRequest {
  /// With room for all pixels. Clamps the size to fit into to 1...16,384.
  package init(_ picture: RequestedPicture, fittingWidth: Int, fittingHeight: Int) {
    let width = min(max(1, fittingWidth), Self.maximumResultSide)
    let height = min(max(1, fittingHeight), Self.maximumResultSide)
    self.init(picture, fittingWidth: width, fittingHeight: height, capacity: width * height * 3)
  }

  func byteCount(announcedBy message: WorkerMessage) -> Int? {
    guard case .rendered(let width, let height) = message, width <= fittingWidth, height <= fittingHeight else {
      return nil
    }
    return width * height * 3
  }
}

/// The pixels of a screenshot, to be shown: as untrusted as the worker that gave them, but nothing else than pixels.
package final class RenderedScreenshot: Sendable {
  /// In pixels, above 0.
  package let width, height: Int
  /// 8-bit red, green and blue, rows from the top, tightly packed: `width * height * 3` bytes.
  package let pixels: SealedMemory

  init(width: Int, height: Int, pixels: consuming SealedMemory) {
    self.width = width
    self.height = height
    self.pixels = pixels
  }
}
