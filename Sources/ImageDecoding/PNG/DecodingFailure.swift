/// Why the pixels of a PNG could not be had.
package struct DecodingFailure: Error, Sendable, Hashable {
  package enum Code: Sendable, Hashable, CaseIterable {
    /// The compressed picture data is damaged or stops too early.
    case corrupt
    /// There is not enough memory for the pixels.
    case outOfMemory
  }

  package var code: Code
  /// A clause in plain words that completes a sentence, without a final period: "its picture data is damaged".
  package var detail: String
  /// What libpng said, untranslated, for the log. Never holds anything from the picture.
  package var libraryMessage: String?

  package init(_ code: Code, _ detail: String, libraryMessage: String? = nil) {
    self.code = code
    self.detail = detail
    self.libraryMessage = libraryMessage
  }
}
