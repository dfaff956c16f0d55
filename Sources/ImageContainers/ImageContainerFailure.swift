/// Why the pixels of a file cannot be decoded, as far as its container tells.
package struct ImageContainerFailure: Error, Sendable, Hashable {
  package enum Code: Sendable, Hashable, CaseIterable {
    /// The file is of another format, or of a kind of its format that is not decoded.
    case unsupported
    /// The file starts as a picture and ends too early; it may still be growing.
    case truncated
    /// The file breaks the rules of its format.
    case corrupt
    /// The file exceeds one of the `ImageLimits`.
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
