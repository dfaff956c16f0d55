internal import ImageContainers
internal import LinuxSystem
package import ScanModel
package import ScreenshotLibrary
package import WorkerClient
internal import WorkerProtocol

/// Has a worker decode a screenshot, so that no program of the user parses its bytes: for its pixels, or to frame its
/// risky lines. A drawing is validated as strictly as any untrusted image.
package struct ScreenshotRenderer: Sendable {
  /// Upper bounds in pixels: what a caption may add to the height, and the width of a narrow picture that gets one.
  private static let maximumCaptionHeight = 2_048
  private static let maximumCaptionWidth = 512

  let pool: WorkerPool
  let maximumPixels: Int
  let timeout: Duration

  /// Decodes a screenshot and scales it down until it fits.
  /// - Throws: `ScanFailure` with `timed_out`, `worker_unavailable`, `worker_crashed` or a code of decoding.
  package func render(
    _ content: ScreenshotContent, fittingWidth width: Int, height: Int, name: Message
  ) async throws(ScanFailure) -> WorkerOutput {
    do throws(RecognitionOutcome.End) {
      return try await pool.output(
        of: RenderingRequest(
          content.requested(maximumPixels: maximumPixels), fittingWidth: width, fittingHeight: height),
        from: content.descriptor, timeout: timeout)
    } catch {
      throw error.scanFailure(name: name, timeout: timeout)
        ?? ScanFailure(.recognitionFailed, subject: name, detail: "it was cancelled")
    }
  }

  /// Draws on a scanned screenshot, whose size is in the report, and returns a PNG of opaque pixels only.
  /// - Throws: `ScanFailure` with `timed_out`, `worker_unavailable` or `annotation_failed`.
  package func annotate(
    _ content: ScreenshotContent, image: ScanReport.Image, _ annotation: Annotation, name: Message
  ) async throws(ScanFailure) -> [UInt8] {
    do throws(RecognitionOutcome.End) {
      let drawn = try await pool.output(
        of: AnnotationRequest(
          content.requested(maximumPixels: maximumPixels), capacity: Self.capacity(for: image), annotation: annotation),
        from: content.descriptor, timeout: timeout)
      if let checked = try? drawn.content.withBytes({ Self.checked($0, image: image) }) { return checked }
    } catch {
      throw failure(of: error, name: name)
    }
    throw ScanFailure(.annotationFailed, subject: name, detail: "the drawing is not what was asked for")
  }

  /// Largest possible PNG of the picture and its caption. Data that do not compress are stored, with one byte for each
  /// row, five for each block of 16 KiB or more (RFC 1951) and twelve for each chunk of 8 KiB (png.h): under one in 64.
  private static func capacity(for image: ScanReport.Image) -> Int {
    let width = max(image.width, maximumCaptionWidth)
    let raw = (3 * width + 1) * (image.height + maximumCaptionHeight)
    return raw + raw / 64 + 64 * 1024
  }

  /// Returns only the chunks that make up the pixels, or nil if the drawing is not of the form that was requested.
  /// Other programs open this file, so nothing else from a compromised worker may reach them.
  static func checked(_ bytes: RawSpan, image: ScanReport.Image) -> [UInt8]? {
    let widths = image.width...max(image.width, maximumCaptionWidth)
    let heights = (image.height + 1)...(image.height + maximumCaptionHeight)
    let limits = ImageLimits(
      maximumBytes: bytes.byteCount, maximumPixels: widths.upperBound * heights.upperBound,
      maximumSide: max(widths.upperBound, heights.upperBound))
    guard let png = try? PNGContainer.filter(bytes, limits: limits), case .png(let header) = png.header,
      widths.contains(header.width), heights.contains(header.height), header.bitDepth == 8,
      header.colorType == .color, !header.isInterlaced
    else { return nil }
    return png.bytes
  }

  private func failure(of end: RecognitionOutcome.End, name: Message) -> ScanFailure {
    switch end {
    case .timedOut: ScanFailure(.timedOut, subject: "Marking \(name)", detail: "\(timeout.secondsText) s")
    case .unavailable(let reason): ScanFailure(.workerUnavailable, detail: reason)
    case .crashed(let reason): ScanFailure(.annotationFailed, subject: name, detail: reason)
    case .failed(let failure): ScanFailure(.annotationFailed, subject: name, detail: failure.detail)
    case .cancelled, .complete: ScanFailure(.annotationFailed, subject: name, detail: "it was cancelled")
    }
  }
}
