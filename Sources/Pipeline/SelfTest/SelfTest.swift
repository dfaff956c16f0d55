internal import LinuxSystem
package import ScanModel
package import Settings
package import WorkerClient
internal import WorkerProtocol

/// Has a worker read a picture with known words. Shows that the worker starts, the language data are there and the
/// engine works, before any screenshot depends on them.
package enum SelfTest {
  /// The result of a test that passed.
  package struct Passed: Sendable {
    package var time: Duration
    /// Version of Tesseract, for example "5.3.0".
    package var engineVersion: String
  }

  /// Reads the picture.
  /// - Throws: `ScanFailure` with `unsupported_language`, `worker_unavailable`, `recognition_failed` and others.
  package static func run(_ pool: WorkerPool, _ settings: Settings) async throws(ScanFailure) -> Passed {
    let began = SuspendingClock.now
    let png = SelfTestImage.png
    guard let picture = try? SealedMemory.holding(png) else {
      throw ScanFailure(.workerUnavailable, detail: "there is no memory for a test picture")
    }
    let outcome = await pool.recognize(
      picture.descriptor.raw,
      RecognitionJob(
        RequestedPicture(byteCount: png.count, maximumPixels: 1 << 20), shares: 1, timeout: settings.scanTimeout))
    if let failure = outcome.scanFailure(name: "the test picture", timeout: settings.scanTimeout) {
      throw failure
    }
    let words = outcome.lines.flatMap(\.words).map { $0.text.lowercased() }
    // A language with another script need not recognize the words of the test picture.
    guard words == SelfTestImage.words || !settings.languages.contains("eng") else {
      throw ScanFailure(.recognitionFailed, subject: "the test picture", detail: "other words were read")
    }
    return Passed(time: SuspendingClock.now - began, engineVersion: outcome.engineVersion ?? "")
  }
}
