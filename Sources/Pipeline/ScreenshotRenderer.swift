package import ScanModel
package import ScreenshotLibrary
package import WorkerClient
internal import WorkerProtocol

/// Has a worker decode a screenshot, so that the window's process never parses its bytes.
package struct ScreenshotRenderer: Sendable {
  let pool: WorkerPool
  /// As for scanning.
  let maximumPixels: Int
  /// Wall-clock time for decoding and scaling.
  let timeout: Duration

  /// Decodes a screenshot and scales it down until it fits.
  /// - Throws: `ScanFailure` with `timed_out`, `worker_unavailable`, `worker_crashed` or a code of decoding.
  package func render(
    _ content: ScreenshotContent, fittingWidth width: Int, height: Int, name: Message
  ) async throws(ScanFailure) -> RenderedScreenshot {
    do throws(RecognitionOutcome.End) {
      return try await pool.render(
        content.descriptor,
        RenderingRequest(
          content.requested(maximumPixels: maximumPixels), fittingWidth: width, fittingHeight: height),
        timeout: timeout)
    } catch {
      throw error.scanFailure(name: name, timeout: timeout)
        ?? ScanFailure(.recognitionFailed, subject: name, detail: "it was cancelled")
    }
  }
}
