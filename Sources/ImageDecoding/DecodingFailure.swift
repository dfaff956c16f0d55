/// Why a picture could not be decoded.
package struct DecodingFailure: Error, Sendable, Hashable {
  package enum Code: Sendable, Hashable, CaseIterable {
    /// The compressed image data is damaged or ends too early.
    case corrupt
    /// Not enough memory for the pixels.
    case outOfMemory
  }

  package var code: Code
  /// A clause in plain words that completes a sentence, without a final period.
  package var detail: String {
    switch code {
    case .corrupt: "its picture data is damaged"
    case .outOfMemory: "it needs more memory than there is"
    }
  }

  init(_ code: Code) { self.code = code }
}
