/// The form of a picture that text was read from: the steps of recognition, best first.
package enum RecognitionInput: String, Sendable, Hashable, Codable, CaseIterable {
  /// Any theme turned into dark text on white, and cut into lines by us.
  case prepared
  /// The picture as it is, with the engine's own layout analysis: what is left when preparation fails or leaves no text.
  case plain

  /// A page with at most so many lines is read by one worker alone, who reads the plain picture itself when none of them
  /// is text.
  package static let fewLines = 4
}
