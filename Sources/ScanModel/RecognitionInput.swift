/// What text was read from: the steps of recognition, best first.
package enum RecognitionInput: String, Sendable, Hashable, Codable, CaseIterable {
  /// The image turned into dark text on white and cut into lines.
  case prepared
  /// The image as it is, with the engine's own layout analysis. The fallback when preparation fails or finds no text.
  case plain

  /// A page with at most this many lines is read by one worker alone, which reads the plain image itself if none of the
  /// lines is text.
  package static let fewLines = 4
}
