/// The limits that both sides of the worker's socket observe. docs/security.md describes the format.
package enum ProtocolLimits {
  /// "OCRS": the first four bytes of every frame.
  package static let magic: UInt32 = 0x4F43_5253
  /// Raised with every change of the format. A worker of another version is refused.
  package static let version: UInt8 = 10
  package static let headerLength = 18
  /// Largest payload of one frame, in bytes. A line has at most a few hundred words.
  package static let maximumPayload = 512 * 1024
  /// Largest number of bytes that a worker may send for one screenshot: many times the text of 64 megapixels.
  package static let maximumReply = 16 * 1024 * 1024
  package static let maximumLines = 20_000
  package static let maximumWords = 2_000
  /// Largest number of boxes to draw. A page of evidence has a few dozen.
  package static let maximumBoxes = 1_000
  package static let maximumString = 16 * 1024
  /// Largest number of bytes in the reason of a failure: a sentence.
  package static let maximumDetail = 1024
  /// Largest number of bytes a worker may write to standard error before it is killed.
  package static let maximumDiagnostics = 1024 * 1024
}

/// A peer broke the protocol and is not trusted any further.
package struct ProtocolViolation: Error, Sendable, Hashable {
  /// What was wrong, for the log. Never contains data of the peer.
  package var reason: String

  package init(_ reason: String) { self.reason = reason }
}
