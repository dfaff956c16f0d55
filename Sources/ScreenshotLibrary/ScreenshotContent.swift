package import FoundationEssentials
package import LinuxSystem
package import ScanModel

/// The bytes of one screenshot, read once and immutable. A class, because several workers share its descriptor.
package final class ScreenshotContent: Sendable {
  private let memory: SealedMemory
  /// SHA-256 of exactly these bytes, 64 lower-case hexadecimal digits.
  package let sha256: String
  /// The file they were read from, unchanged during the read; nil for a pipe.
  package let identity: FileIdentity?
  /// The earlier of birth and last modification; nil for a pipe.
  package let capturedAt: Date?

  init(memory: consuming SealedMemory, sha256: String, status: FileStatus?) {
    self.memory = memory
    self.sha256 = sha256
    identity = status.map { FileIdentity($0) }
    capturedAt = status.map { Date(timeIntervalSince1970: Double($0.createdNanoseconds) / 1_000_000_000) }
  }

  package var byteCount: Int64 { memory.byteCount }

  /// A sealed memfd with the bytes, for sending to a worker; valid as long as this object lives.
  package var descriptor: Int32 { memory.descriptor.raw }

  /// Passes the bytes to `body`, mapped without a copy. They cannot change or fault meanwhile.
  /// - Throws: `SystemError` with ENOMEM if they cannot be mapped.
  package func withBytes<Result>(_ body: (RawSpan) -> Result) throws(SystemError) -> Result {
    try memory.withBytes(body)
  }
}
