/// What the user said about a picture or a message, in the words of the report.
package enum UserVerdict: String, Sendable, Hashable, CaseIterable {
  case scam
  case notScam = "not_scam"
}
