package import ScanModel
package import ScreenshotLibrary
package import WorkerClient

/// Has a worker decode a screenshot, so that the window's process never parses its bytes.
package struct ScreenshotRenderer: Sendable {
  private let pool: WorkerPool
  private let maximumPixels: Int
  private let timeout: Duration

  /// - Parameters:
  ///   - pool: Starts the worker.
  ///   - maximumPixels: As for scanning.
  ///   - timeout: Wall-clock time for decoding and scaling.
  package init(pool: WorkerPool, maximumPixels: Int, timeout: Duration) {
    self.pool = pool
    self.maximumPixels = maximumPixels
    self.timeout = timeout
  }

  /// Decodes a screenshot and scales it down until it fits.
  /// - Returns: The pixels, at most as many as asked for.
  /// - Throws: `ScanFailure` with `timed_out`, `worker_unavailable`, `worker_crashed` or a code of decoding.
  package func render(
    _ content: ScreenshotContent, fittingWidth width: Int, height: Int, name: Message
  ) async throws(ScanFailure) -> RenderedScreenshot {
    do throws(OutputJobFailure) {
      return try await pool.render(
        content.descriptor,
        RenderingJob(
          content.requested(maximumPixels: maximumPixels), timeout: timeout, fittingWidth: width, fittingHeight: height)
      )
    } catch {
      throw error.end.scanFailure(name: name, timeout: timeout)
        ?? ScanFailure(.recognitionFailed, subject: name, detail: "it was cancelled")
    }
  }
}
