/// The user's verdict on a screenshot or a message. Raw values are those of the report.
package enum UserVerdict: String, Sendable, Hashable, CaseIterable {
  case scam
  case notScam = "not_scam"
}
