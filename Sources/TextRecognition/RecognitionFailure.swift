/// Why text could not be recognized.
package struct RecognitionFailure: Error, Sendable, Hashable {
  package enum Code: Sendable, Hashable, CaseIterable {
    /// Language data is missing or damaged; `subject` names the language.
    case languageMissing
    /// The engine refused to work.
    case engine
  }

  package var code: Code
  /// The language, or the operation the engine refused.
  package var subject: String

  package init(_ code: Code, subject: String) {
    self.code = code
    self.subject = subject
  }
}
