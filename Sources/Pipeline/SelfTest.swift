internal import Foundation
internal import LinuxSystem
package import ScanModel
package import Settings
package import WorkerClient
internal import WorkerProtocol

/// Has a worker read a picture with known words, before any screenshot depends on worker, languages and engine.
package enum SelfTest {
  package struct Passed: Sendable {
    package var time: Duration
    /// Version of Tesseract, for example "5.3.0".
    package var engineVersion: String
  }

  /// The workers were ended before the picture was read, which says nothing about them.
  package static let cancelled = ScanFailure(
    .recognitionFailed, subject: "the test picture", detail: "it was cancelled")

  /// - Throws: `cancelled`; `ScanFailure` with `unsupported_language`, `recognition_failed` and others.
  package static func run(_ pool: WorkerPool, _ settings: Settings) async throws(ScanFailure) -> Passed {
    let began = SuspendingClock.now
    let png = Data(base64Encoded: encodedPicture).map(Array.init) ?? []
    guard let picture = try? SealedMemory.holding(png) else {
      throw ScanFailure(.workerUnavailable, detail: "there is no memory for a test picture")
    }
    let outcome = await pool.recognize(
      picture.descriptor.raw,
      RecognitionJob(
        RequestedPicture(byteCount: png.count, maximumPixels: 1 << 20), shares: 1, timeout: settings.scanTimeout))
    if outcome.end == .cancelled { throw cancelled }
    if let failure = outcome.end.scanFailure(name: "the test picture", timeout: settings.scanTimeout) {
      throw failure
    }
    let words = outcome.lines.flatMap(\.words).map { $0.text.lowercased() }
    // A language with another script need not recognize the words of the test picture.
    guard words == Self.words || !settings.languages.contains("eng") else {
      throw ScanFailure(.recognitionFailed, subject: "the test picture", detail: "other words were read")
    }
    return Passed(time: SuspendingClock.now - began, engineVersion: outcome.engineVersion ?? "")
  }

  private static let words = ["reading", "pictures", "works"]

  /// The picture: 420×56 pixels, 2-bit grey, set in DejaVu Sans; kept here so that the test needs no file.
  private static let encodedPicture =
    "iVBORw0KGgoAAAANSUhEUgAAAaQAAAA4AgAAAADdRMvEAAADGElEQVR42u3XPW7bMBQH8Cc7sAYOzN4A7JihgE7QWk0O0gN0cG8g"
    + "xbmAj9BDdGxDuQU66wYVCm9dOGiQAYn/vkfVhoNYRTLURQAFAWJQ4vvx4/HRIZzqh0ZplEZplEapSVrzoNFljwzo1TOTHuE9TRoM"
    + "M0r/U2qS1G4pw5Y4E7aRZAQ3sbcyS35cfYmsGJvIEunKYollrbCK+YWIn9dzP0UJpC8k0p2CS0KkY9Il2ZwUCpoAJV2KdEkxOpoE"
    + "6SP3c5knMnspVw2RbYkSGWg3QYGaSCKxlPeRjknndEf8rODOSOlMpHOKpO+VSCmrLmsOpBtSFSsuSK1pI6x5iDSXSIpnSENShHaG"
    + "FN+xmvsIqUj8B5WppUMV85hd5pR/x2sYpNygWNTaJV4k3ZxL26KUbl7VGhP8PC4p1ImEkEMboxSJ1xJF5oNkWHVZOQ8Z0UsWVxzT"
    + "WQnR6folrhGh0dzNqzKDGsoILSEkr9qk5c8iaQ5ZAEGas+qyAgcSwPkQ96nI4gc7xRSd4m5eReHhcYk3nHiVO94JLkS1SIZDroGw"
    + "TxlK67L1gXTDHYmmzSxMKnafspij+5i7+TOeUP5+KMtRicR7yumNPsvhLCdeyD3Lvy67OZCW8CIhDRt/XTVvlJdJcjcvSVJT8lcp"
    + "f7LkU9483Jbta72XZE7YTIeksOKRbferJ9Lw6i13W8EbA6y/tq9Mv3osqTDPfFCSscVyNP5khEhDGTERqR90J1LxrbtI+owQqZDN"
    + "K4ek2qBjyZldlgfpWJa7uQ/SW+DHLz5LEvXWn837LBeJT5lFMSS1E6z43dzsTq5IR04uN0sjS0Wy1dVio8MLoHl/ckVqYz/z6ZAk"
    + "GyyFyOyqkUgPq5EjHRpZqqQyUaikToHrc6hGIiHiaNGQhDzUvQuzq7AicYW9vV9hG9Kh7LLEcMKqZJLTSG1fYYNUZDK2IWlLC65/"
    + "n83+1mCJb43r+7cGUs0rHCSsZgg3B58eHVIt3Boi1WZL2VO/70378/Tvv1l28Wmkrd2o00hNn1qnkbLTSD6d4VQZMf7/NEqjNEqj"
    + "9Byk3yMAyWAUbUJ4AAAAAElFTkSuQmCC"
}
