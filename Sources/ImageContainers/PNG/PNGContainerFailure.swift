/// Why a file is not a decodable PNG.
package struct PNGContainerFailure: Error, Sendable, Hashable {
  package enum Code: Sendable, Hashable, CaseIterable {
    /// The file does not start as a PNG.
    case notPNG
    /// The file starts as a PNG and ends too early; it may still be growing.
    case truncated
    /// The file breaks the rules of the format.
    case corrupt
    /// The file exceeds one of the `PNGLimits`.
    case tooLarge
  }

  package var code: Code
  /// A clause in plain words that completes a sentence, without a final period: "its header is damaged".
  package var detail: String

  package init(_ code: Code, _ detail: String) {
    self.code = code
    self.detail = detail
  }
}
