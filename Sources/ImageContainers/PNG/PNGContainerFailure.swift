/// Why a file is not a PNG that can be decoded.
package struct PNGContainerFailure: Error, Sendable, Hashable {
  package enum Code: Sendable, Hashable, CaseIterable {
    /// It starts differently.
    case notPNG
    /// It starts as a PNG and stops before its end; it may still be growing.
    case truncated
    /// It breaks the rules of the format.
    case corrupt
    /// It is over one of the `PNGLimits`.
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
