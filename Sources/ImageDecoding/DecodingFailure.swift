/// Why a picture could not be decoded.
package struct DecodingFailure: Error, Sendable, Hashable {
  package enum Code: Sendable, Hashable, CaseIterable {
    /// The compressed image data is damaged or ends too early.
    case corrupt
    /// Not enough memory for the pixels.
    case outOfMemory
  }

  package var code: Code
  /// A clause in plain words that completes a sentence, without a final period: "its picture data is damaged".
  package var detail: String
  /// The message of the library, untranslated, for the log. Never contains data of the image.
  package var libraryMessage: String?

  package init(_ code: Code, _ detail: String, libraryMessage: String? = nil) {
    self.code = code
    self.detail = detail
    self.libraryMessage = libraryMessage
  }
}
